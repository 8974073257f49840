/* Runs a command and prints what it took: processor seconds and peak resident memory.
 * SPDX-License-Identifier: MIT
 *
 * spent COMMAND [ARGUMENT...]: the command's standard output is thrown away, "SECONDS KIB" printed.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct rusage used;
    int status;
    if (argc < 2)
        return 2;
    pid_t child = fork();
    if (child == 0) {
        int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, STDOUT_FILENO);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || getrusage(RUSAGE_CHILDREN, &used) != 0)
        return 2;
    printf("%.2f %ld\n",
           (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
               (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6,
           used.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}
