# Cuts the ```console blocks of a Markdown file into files: BLOCKS/N.cmd (what stands behind "$ ") and
# BLOCKS/N.out (what follows).
/^```console$/ { n++; inside = 1; next }
/^```$/ { inside = 0; next }
inside && sub(/^\$ /, "") { print > (blocks "/" n ".cmd"); next }
inside { print > (blocks "/" n ".out") }
