// What is needed of libcrypto 3, which is loaded when a server sends reminders: the library need not
// be there to build the server or to run it without them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COPENSSL_POINT = 65,     // 04, x, y: uncompressed (SEC 1 §2.3.3)
    COPENSSL_SECRET = 32,    // x of the common point
    COPENSSL_SIGNATURE = 64, // r, s: as JWS has them (RFC 7518 §3.4)
    COPENSSL_DIGEST = 32,
    COPENSSL_TAG = 16,
    COPENSSL_LONGEST_KEY = 256,
};

// A key of P-256, public or private, which is never changed.
typedef struct copenssl_key copenssl_key;

// Loads the library once; false if it, or a function of it, is not there. The other functions may be
// called after a success only, by any thread. Each returns false or NULL after a failure.
bool copenssl_load(void);

copenssl_key *copenssl_generate(void);
// Reads a private key in DER, as SEC 1 or PKCS #8 has it.
copenssl_key *copenssl_read_private(const uint8_t *der, size_t length);
// NULL if the bytes are not an uncompressed point of the curve.
copenssl_key *copenssl_read_point(const uint8_t *point, size_t length);
void copenssl_free(copenssl_key *key);

// Writes a private key in DER and returns its length, 0 after a failure.
size_t copenssl_write_private(const copenssl_key *key, uint8_t der[COPENSSL_LONGEST_KEY]);
bool copenssl_write_point(const copenssl_key *key, uint8_t point[COPENSSL_POINT]);

// ECDH.
bool copenssl_agree(const copenssl_key *own, const copenssl_key *other,
                    uint8_t secret[COPENSSL_SECRET]);
// ECDSA with SHA-256.
bool copenssl_sign(const copenssl_key *key, const uint8_t *message, size_t length,
                   uint8_t signature[COPENSSL_SIGNATURE]);
// HMAC with SHA-256.
bool copenssl_authenticate(const uint8_t *key, size_t key_length, const uint8_t *message,
                           size_t length, uint8_t digest[COPENSSL_DIGEST]);
// AES-128-GCM; `sealed` has room for the text and the tag.
bool copenssl_seal(const uint8_t key[16], const uint8_t nonce[12], const uint8_t *text,
                   size_t length, uint8_t *sealed);
