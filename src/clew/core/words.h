/* Words of 64 bits, the same on every compiler and every machine. */
#ifndef CLEW_WORDS_H
#define CLEW_WORDS_H

#include <stdint.h>

#if defined(_MSC_VER)
#include <intrin.h>
static inline int clew_count_bits(uint64_t word) { return (int)__popcnt64(word); }
#else
static inline int clew_count_bits(uint64_t word) { return __builtin_popcountll(word); }
#endif

#if defined(__AVX2__) && defined(__BMI2__) && defined(__POPCNT__)
#define CLEW_INSTRUCTIONS "x86-64-v3"
#else
#define CLEW_INSTRUCTIONS "plain"
#endif

#endif
