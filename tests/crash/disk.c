/* A disk that forgets and that fills up, loaded with LD_PRELOAD before a process that writes database files.
 *
 * Killing a process loses nothing that it wrote, synced or not, because the kernel still has it. So for a power cut this keeps, in the
 * folder $SYNCED, every database file as it was at its last fsync or fdatasync, and beside it what was written since: NAME.since, records of
 * an offset and a length (8 bytes each, in the machine's order; a length of -1 cuts the file off at the offset) and the bytes. What a disk
 * holds after a power cut is the file with any part of those writes, none and torn ones too: the test makes such files of them.
 *
 * With $FULL_AT=N, write number N to a database file and $FULL_FOR - 1 more after it find no space left: half of what they bring is written,
 * as a full disk does, or nothing when it is little. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_unlink)(const char *);
static long writes;

static void ready(void) {
    if (real_write) return;
    real_pwrite = dlsym(RTLD_NEXT, "pwrite");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
    real_write = dlsym(RTLD_NEXT, "write");
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Whether it is a database file or one of those beside it; the shared memory holds nothing that outlasts a process. */
static int ours(const char *path) {
    const char *name = name_of(path);
    return strstr(name, ".db") != NULL && strstr(name, "-shm") == NULL;
}

/* The path of an open file, if it is one of ours. */
static int path_of(int fd, char *path) {
    char link[64];
    struct stat about;
    if (fd <= 2 || fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return ours(path);
}

static void join(char *whole, const char *folder, const char *name, const char *more) {
    if (snprintf(whole, PATH_MAX, "%s/%s%s", folder, name, more) >= PATH_MAX) abort();
}

static void put(int to, const void *bytes, size_t length) {
    if (real_write(to, bytes, length) != (ssize_t)length) abort();
}

/* Notes a write that was not synced yet. At once or not at all, as far as whoever reads it looks at whole records only. */
static void note(const char *path, int64_t at, int64_t length, const void *bytes) {
    const char *folder = getenv("SYNCED");
    char since[PATH_MAX];
    if (folder == NULL) return;
    join(since, folder, name_of(path), ".since");
    int to = open(since, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (to < 0) abort();
    int64_t head[2] = {at, length};
    char *record = malloc(sizeof head + (length > 0 ? length : 0));
    if (record == NULL) abort();
    memcpy(record, head, sizeof head);
    if (length > 0) memcpy(record + sizeof head, bytes, length);
    put(to, record, sizeof head + (length > 0 ? length : 0));
    free(record);
    close(to);
}

/* Whether this write finds no space. */
static int full(void) {
    const char *at = getenv("FULL_AT"), *times = getenv("FULL_FOR");
    long first = at ? atol(at) : 0, count = times ? atol(times) : 1;
    writes++;
    return first > 0 && writes >= first && writes < first + count;
}

static ssize_t written(int fd, const void *bytes, size_t length, off_t at, int placed) {
    char path[PATH_MAX];
    ready();
    if (!path_of(fd, path)) return placed ? real_pwrite(fd, bytes, length, at) : real_write(fd, bytes, length);
    pthread_mutex_lock(&one);
    ssize_t done = -1;
    int why = ENOSPC;
    off_t from = placed ? at : lseek(fd, 0, SEEK_CUR);
    int none = full();
    size_t take = none ? (length > 1024 ? length / 2 : 0) : length;
    if (take > 0) {
        done = placed ? real_pwrite(fd, bytes, take, at) : real_write(fd, bytes, take);
        why = errno;
        if (done > 0) note(path, from, done, bytes);
    }
    pthread_mutex_unlock(&one);
    errno = why;
    return done;
}

ssize_t write(int fd, const void *bytes, size_t length) { return written(fd, bytes, length, 0, 0); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return written(fd, bytes, length, at, 1); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) { return written(fd, bytes, length, at, 1); }

int ftruncate(int fd, off_t length) {
    char path[PATH_MAX];
    ready();
    if (!path_of(fd, path)) return real_ftruncate(fd, length);
    pthread_mutex_lock(&one);
    int done = real_ftruncate(fd, length);
    if (done == 0) note(path, length, -1, NULL);
    pthread_mutex_unlock(&one);
    return done;
}
int ftruncate64(int fd, off_t length) { return ftruncate(fd, length); }

/* The file is on the disk as it is now. At once or not at all: the process may be killed at any moment, and what was written since belongs
 * to the file before. */
static void keep_file(const char *folder, const char *path) {
    char part[PATH_MAX], whole[PATH_MAX], since[PATH_MAX], bytes[65536];
    join(whole, folder, name_of(path), "");
    join(part, folder, name_of(path), ".part");
    join(since, folder, name_of(path), ".since");
    int from = open(path, O_RDONLY), to = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (from < 0 || to < 0) abort();
    for (ssize_t got; (got = read(from, bytes, sizeof bytes)) > 0;) put(to, bytes, got);
    close(from);
    close(to);
    real_unlink(since);
    if (rename(part, whole) != 0) abort();
}

/* The names in the folder are on the disk as they are now: what was removed from it is gone. */
static void keep_folder(const char *folder, const char *path) {
    char there[PATH_MAX], here[PATH_MAX];
    DIR *kept = opendir(folder);
    if (kept == NULL) abort();
    for (struct dirent *entry; (entry = readdir(kept)) != NULL;) {
        if (!ours(entry->d_name) || strstr(entry->d_name, ".since") || strstr(entry->d_name, ".part")) continue;
        join(there, path, entry->d_name, "");
        join(here, folder, entry->d_name, "");
        if (access(there, F_OK) != 0) real_unlink(here);
    }
    closedir(kept);
}

static int keep(int fd) {
    const char *folder = getenv("SYNCED");
    char link[64], path[PATH_MAX];
    struct stat about;
    ready();
    if (folder == NULL || fstat(fd, &about) != 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    pthread_mutex_lock(&one);
    if (S_ISDIR(about.st_mode)) keep_folder(folder, path);
    else if (ours(path)) keep_file(folder, path);
    pthread_mutex_unlock(&one);
    return 0;
}

int fsync(int fd) { return keep(fd); }
int fdatasync(int fd) { return keep(fd); }
