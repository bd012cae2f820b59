/*
 * Preloaded into a process, counts its calls of fsync and fdatasync into the first eight bytes of FSYNC_WITNESS_FILE,
 * across threads and child processes. FSYNC_WITNESS_DELAY_US makes each call that much slower, like a slower disk.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static uint64_t *counter;
static struct timespec delay;
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);

__attribute__((constructor)) static void begin(void) {
  real_fsync = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  const char *micros = getenv("FSYNC_WITNESS_DELAY_US");
  if (micros != NULL) {
    long wanted = atol(micros);
    delay.tv_sec = wanted / 1000000;
    delay.tv_nsec = (wanted % 1000000) * 1000;
  }
  const char *path = getenv("FSYNC_WITNESS_FILE");
  if (path == NULL) return;
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  if (ftruncate(file, sizeof(uint64_t)) == 0) {
    void *mapped = mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) counter = mapped;
  }
  close(file);
}

/* Counted after the call: what the counter says has reached the disk. */
static int witnessed(int result) {
  if (delay.tv_sec > 0 || delay.tv_nsec > 0) nanosleep(&delay, NULL);
  if (counter != NULL && result == 0) __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
  return result;
}

int fsync(int file) { return witnessed(real_fsync(file)); }
int fdatasync(int file) { return witnessed(real_fdatasync(file)); }
