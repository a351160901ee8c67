/* Words of 64 bits, the same on every compiler and every machine. */
#ifndef CLEW_WORDS_H
#define CLEW_WORDS_H

#include <stdint.h>

/* What the engine takes for granted of its indices; looked at if it is built so (CLEW_CORE_ASSERTS of setup.py). */
#ifdef CLEW_ASSERTS
#include <stdio.h>
#include <stdlib.h>
#define clew_assert(condition) ((condition) ? (void)0 : clew_refuted(#condition, __FILE__, __LINE__))
static inline void clew_refuted(const char *condition, const char *file, int line) {
    fprintf(stderr, "%s:%d: refuted: %s\n", file, line, condition);
    abort();
}
#else
#define clew_assert(condition) ((void)(condition))
#endif

/* Variables that are measured together, and how many there are before that is done: few in tests. */
#ifdef CLEW_ASSERTS
enum { BLOCK = 4, BLOCKED = 2 };
#else
enum { BLOCK = 64, BLOCKED = 256 };
#endif

/* The place of the lowest and of the highest bit of a word that is not 0, and the number of its bits. */
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
static __forceinline int clew_lowest(uint64_t word) { unsigned long at; _BitScanForward64(&at, word); return (int)at; }
static __forceinline int clew_highest(uint64_t word) { unsigned long at; _BitScanReverse64(&at, word); return (int)at; }
static __forceinline int clew_ones(uint64_t word) {
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    return (int)(((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}
#else
static inline int clew_lowest(uint64_t word) { return __builtin_ctzll(word); }
static inline int clew_highest(uint64_t word) { return 63 - __builtin_clzll(word); }
static inline int clew_ones(uint64_t word) { return __builtin_popcountll(word); }
#endif

/* What is read soon may be fetched from memory already. */
#if defined(_MSC_VER) && !defined(__clang__)
#define clew_fetch(place) ((void)(place))
#else
#define clew_fetch(place) __builtin_prefetch(place)
#endif

/* Adds a product to a number of two words: from four products of halves, as not every compiler has 128 bits. */
static inline void clew_add_product(uint64_t one, uint64_t other, uint64_t *low, uint64_t *high) {
    uint64_t a = one >> 32, b = one & 0xffffffffu, c = other >> 32, d = other & 0xffffffffu;
    uint64_t middle = a * d + (b * d >> 32), rest = b * c + (middle & 0xffffffffu);
    uint64_t product = one * other;
    *low += product;
    *high += a * c + (middle >> 32) + (rest >> 32) + (*low < product);
}

#if defined(__AVX2__) && defined(__BMI2__) && defined(__POPCNT__)
#define CLEW_INSTRUCTIONS "x86-64-v3"
#else
#define CLEW_INSTRUCTIONS "plain"
#endif

/* For tests (CLEW_CORE_FAILING of setup.py): an allocation can be made to fail, and blocks in use are counted. A test
   sets how many allocations succeed before the one that fails, -1 for all, and reads the number of blocks. */
#ifdef CLEW_FAILING
__attribute__((visibility("default"))) int64_t clew_succeeding = -1;
__attribute__((visibility("default"))) int64_t clew_blocks = 0;

static inline void *clew_counted(void *old, void *found) {
    clew_succeeding -= clew_succeeding >= 0;
    clew_blocks += old == NULL && found != NULL;
    return found;
}
static inline void *clew_calloc(size_t number, size_t size) {
    return clew_counted(NULL, clew_succeeding == 0 ? NULL : PyMem_RawCalloc(number, size));
}
static inline void *clew_realloc(void *old, size_t size) {
    return clew_counted(old, clew_succeeding == 0 ? NULL : PyMem_RawRealloc(old, size));
}
static inline void clew_free(void *block) {
    clew_blocks -= block != NULL;
    PyMem_RawFree(block);
}
#define PyMem_RawCalloc clew_calloc
#define PyMem_RawRealloc clew_realloc
#define PyMem_RawFree clew_free
#endif

#endif
