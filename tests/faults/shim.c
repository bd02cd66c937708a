/* Stands between a program and the disk, for one folder: notes what is written and synced, and lets operations fail.
 *
 * Preloaded (LD_PRELOAD), and told what to do by the program itself, through the functions whose names begin with
 * "shim_". Only one thread of the program may touch the watched folder at a time. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static char watched[PATH_MAX]; /* the folder, without a slash at the end; empty: nothing is watched */
static int notes = -1;         /* where operations are noted */
static long seen, failing_at;  /* operations since shim_arm; which of them fails, 0 for none */
static int failure;            /* an errno, or 0 to end the process */
static int for_good, reads;    /* whether all operations after it fail too; whether reading counts */
static long long jump;         /* seconds the clock is ahead */

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

void shim_watch(const char *folder, const char *log) {
    if (notes >= 0) close(notes);
    notes = *log ? syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    snprintf(watched, sizeof watched, "%s", folder);
}

void shim_arm(long at, int error, int always, int reading) {
    seen = 0, failing_at = at, failure = error, for_good = always, reads = reading;
}

long shim_seen(void) { return seen; }

void shim_clock(long long seconds) { jump = seconds; }

static void put(const void *data, size_t size) {
    for (const char *at = data; size; ) {
        ssize_t done = syscall(SYS_write, notes, at, size);
        if (done <= 0) return;
        at += done, size -= done;
    }
}

/* One line "KIND NUMBER SIZE PATH", and SIZE bytes after it. */
static void note(char kind, long long number, const char *path, const void *data, size_t size) {
    char line[PATH_MAX + 64];
    if (notes < 0) return;
    int length = snprintf(line, sizeof line, "%c %lld %zu %s\n", kind, number, size, path);
    put(line, length);
    if (size) put(data, size);
}

void shim_mark(const char *text) { note('M', 0, "", text, strlen(text)); }

static int inside(const char *path) {
    size_t length = strlen(watched);
    return length && !strncmp(path, watched, length) && (path[length] == '/' || !path[length]);
}

/* The path of an open file, if it lies in the folder. */
static int mine(int file, char *path) {
    char link[40];
    if (!*watched || file == notes) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return inside(path);
}

/* Whether this operation fails, errno set; the process may end here. */
static int fails(void) {
    seen++;
    if (!failing_at || seen < failing_at || (seen > failing_at && !for_good)) return 0;
    if (!failure) syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    errno = failure;
    return 1;
}

static int dying(void) { return failing_at && !failure && seen + 1 == failing_at; }

static ssize_t written(int file, const void *data, size_t size, off_t at) {
    if (at < 0) return syscall(SYS_write, file, data, size);
    return syscall(SYS_pwrite64, file, data, size, at);
}

/* A process that ends at a write has written half of it. */
static ssize_t writing(int file, const void *data, size_t size, off_t at) {
    char path[PATH_MAX];
    if (!mine(file, path)) return written(file, data, size, at);
    if (dying()) written(file, data, size / 2, at);
    if (fails()) return -1;
    off_t from = at < 0 ? lseek(file, 0, SEEK_CUR) : at;
    ssize_t done = written(file, data, size, at);
    if (done > 0) note('W', from, path, data, done);
    return done;
}

ssize_t write(int file, const void *data, size_t size) { return writing(file, data, size, -1); }
ssize_t pwrite(int file, const void *data, size_t size, off_t at) { return writing(file, data, size, at); }
ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) { return writing(file, data, size, at); }

static ssize_t reading(int file, void *data, size_t size, off_t at) {
    char path[PATH_MAX];
    if (reads && mine(file, path) && fails()) return -1;
    return at < 0 ? syscall(SYS_read, file, data, size) : syscall(SYS_pread64, file, data, size, at);
}

ssize_t read(int file, void *data, size_t size) { return reading(file, data, size, -1); }
ssize_t pread(int file, void *data, size_t size, off_t at) { return reading(file, data, size, at); }
ssize_t pread64(int file, void *data, size_t size, off64_t at) { return reading(file, data, size, at); }

static int cutting(int file, off_t size) {
    char path[PATH_MAX];
    if (!mine(file, path)) return syscall(SYS_ftruncate, file, size);
    if (fails()) return -1;
    int done = syscall(SYS_ftruncate, file, size);
    if (!done) note('T', size, path, "", 0);
    return done;
}

int ftruncate(int file, off_t size) { return cutting(file, size); }
int ftruncate64(int file, off64_t size) { return cutting(file, size); }

/* What is noted as synced is on the disk; whether it really is there is no matter to a test, so it need not wait. */
static int syncing(int file, int number) {
    char path[PATH_MAX];
    if (!mine(file, path)) return syscall(number, file);
    if (fails()) return -1;
    note('S', 0, path, "", 0);
    return 0;
}

int fsync(int file) { return syncing(file, SYS_fsync); }
int fdatasync(int file) { return syncing(file, SYS_fdatasync); }

static int opening(int folder, const char *path, int flags, mode_t mode) {
    char whole[PATH_MAX];
    int made = *watched && (flags & O_CREAT) && inside(path) && faccessat(folder, path, F_OK, 0);
    if (made && fails()) return -1;
    int file = syscall(SYS_openat, folder, path, flags, mode);
    if (file >= 0 && made && mine(file, whole)) note('O', 0, whole, "", 0);
    if (file >= 0 && (flags & O_TRUNC) && mine(file, whole)) note('T', 0, whole, "", 0);
    return file;
}

#define OPENS(name, ...)                                                  \
    {                                                                     \
        va_list rest;                                                     \
        va_start(rest, flags);                                            \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                     \
        return opening(__VA_ARGS__, path, flags, mode);                   \
    }

int open(const char *path, int flags, ...) OPENS(open, AT_FDCWD)
int open64(const char *path, int flags, ...) OPENS(open64, AT_FDCWD)
int openat(int folder, const char *path, int flags, ...) OPENS(openat, folder)
int openat64(int folder, const char *path, int flags, ...) OPENS(openat64, folder)

int unlink(const char *path) {
    int ours = inside(path);
    if (ours && fails()) return -1;
    int done = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (ours && !done) note('U', 0, path, "", 0);
    return done;
}

int rename(const char *from, const char *to) {
    int ours = inside(from) || inside(to);
    if (ours && fails()) return -1;
    int done = syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (ours && !done) note('R', 0, from, to, strlen(to));
    return done;
}

int link(const char *from, const char *to) {
    int ours = inside(to);
    if (ours && fails()) return -1;
    int done = syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (ours && !done) note('L', 0, from, to, strlen(to));
    return done;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static __typeof__(&clock_gettime) real;
    if (!real) real = REAL(clock_gettime);
    int done = real(clock, now);
    if (!done && clock == CLOCK_REALTIME) now->tv_sec += jump;
    return done;
}
