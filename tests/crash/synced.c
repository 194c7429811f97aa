/* Keeps in the folder $SYNCED a copy of every database file as it was at its last fsync or fdatasync: what a disk would hold
 * after a power cut, if it kept nothing that it was not told to keep. Loaded with LD_PRELOAD.
 *
 * Killing a process loses nothing that it wrote, synced or not, because the kernel still has it; so only this shows whether a
 * write is durable when it is acknowledged. */

#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *name_of(const char *path) { return strrchr(path, '/') + 1; }

static void join(char *whole, const char *folder, const char *name) {
    if (snprintf(whole, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX) abort();
}

/* The file is on the disk as it is now. At once or not at all: the process may be killed at any moment. */
static void keep_file(const char *folder, const char *path, int fd) {
    char part[PATH_MAX], whole[PATH_MAX], name[64], bytes[65536];
    if (strstr(name_of(path), ".db") == NULL) return;
    snprintf(name, sizeof name, "part-%d", fd);
    join(whole, folder, name_of(path));
    join(part, folder, name);
    int from = open(path, O_RDONLY), to = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (from < 0 || to < 0) abort();
    for (ssize_t got; (got = read(from, bytes, sizeof bytes)) > 0;)
        if (write(to, bytes, got) != got) abort();
    close(from);
    close(to);
    if (rename(part, whole) != 0) abort();
}

/* The names in the folder are on the disk as they are now: what was removed from it is gone. */
static void keep_folder(const char *folder, const char *path) {
    char there[PATH_MAX], here[PATH_MAX];
    DIR *kept = opendir(folder);
    if (kept == NULL) abort();
    for (struct dirent *entry; (entry = readdir(kept)) != NULL;) {
        if (strstr(entry->d_name, ".db") == NULL) continue;
        join(there, path, entry->d_name);
        join(here, folder, entry->d_name);
        if (access(there, F_OK) != 0) unlink(here);
    }
    closedir(kept);
}

static int keep(int fd) {
    const char *folder = getenv("SYNCED");
    char link[64], path[PATH_MAX];
    struct stat about;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (folder == NULL || length < 0 || fstat(fd, &about) != 0) return 0;
    path[length] = 0;
    if (S_ISDIR(about.st_mode)) keep_folder(folder, path);
    else keep_file(folder, path, fd);
    return 0;
}

int fsync(int fd) { return keep(fd); }
int fdatasync(int fd) { return keep(fd); }
