# Warnings and sanitizers for every target of the host side.
add_compile_options(-Wall -Wextra -Wshadow -Wconversion -Wdouble-promotion -Wundef
                    -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wimplicit-fallthrough
                    -Wswitch-enum)
if(TAILCHAIN_WERROR)
  add_compile_options(-Werror)
endif()
if(TAILCHAIN_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
