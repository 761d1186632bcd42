// The kernel's key service (add_key(2), keyctl(2)), for which the C library has no functions. Each call returns the
// kernel's result, or -1 and sets errno. Keys are of type "user" (user-keyring(7)).
#include <linux/keyctl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// A new key in the calling thread's own keyring, which ends with the thread.
static inline int32_t cardvault_keyring_add(const char *description, const void *payload, size_t size) {
  return (int32_t)syscall(SYS_add_key, "user", description, payload, size, KEY_SPEC_THREAD_KEYRING);
}

// Sets after how many seconds the kernel forgets the key.
static inline int32_t cardvault_keyring_set_timeout(int32_t key, uint32_t seconds) {
  return (int32_t)syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, seconds);
}

static inline int32_t cardvault_keyring_set_permissions(int32_t key, uint32_t mask) {
  return (int32_t)syscall(SYS_keyctl, KEYCTL_SETPERM, key, mask);
}

// Links the key into the user's keyring, replacing one with the same description.
static inline int32_t cardvault_keyring_link(int32_t key) {
  return (int32_t)syscall(SYS_keyctl, KEYCTL_LINK, key, KEY_SPEC_USER_KEYRING);
}

// Removes the key from the calling thread's own keyring.
static inline int32_t cardvault_keyring_release(int32_t key) {
  return (int32_t)syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_THREAD_KEYRING);
}

// Finds the key with this description in the user's keyring.
static inline int32_t cardvault_keyring_search(const char *description) {
  return (int32_t)syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", description, 0);
}

// Fills the buffer; returns the payload's full size, even if that is larger.
static inline long cardvault_keyring_read(int32_t key, void *buffer, size_t size) {
  return syscall(SYS_keyctl, KEYCTL_READ, key, buffer, size);
}

// Makes the kernel drop the key at once, wherever it is linked.
static inline int32_t cardvault_keyring_invalidate(int32_t key) {
  return (int32_t)syscall(SYS_keyctl, KEYCTL_INVALIDATE, key);
}

// Removes the key from the user's keyring.
static inline int32_t cardvault_keyring_unlink(int32_t key) {
  return (int32_t)syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_USER_KEYRING);
}
