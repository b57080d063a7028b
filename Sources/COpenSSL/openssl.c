#include "COpenSSL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// The functions of libcrypto 3 with their types; all pointers to its structures are void *. The
// names and numbers stay what they are as long as the library is called libcrypto.so.3
// (openssl.org/policies/general/versioning-policy.html).
// clang-format off
#define FUNCTIONS(f)                                                                               \
    f(int, BN_bn2binpad, (const void *, unsigned char *, int))                                     \
    f(void, ECDSA_SIG_free, (void *))                                                              \
    f(const void *, ECDSA_SIG_get0_r, (const void *))                                              \
    f(const void *, ECDSA_SIG_get0_s, (const void *))                                              \
    f(void, ERR_clear_error, (void))                                                               \
    f(int, EVP_CIPHER_CTX_ctrl, (void *, int, int, void *))                                        \
    f(void, EVP_CIPHER_CTX_free, (void *))                                                         \
    f(void *, EVP_CIPHER_CTX_new, (void))                                                          \
    f(int, EVP_DigestSign, (void *, unsigned char *, size_t *, const unsigned char *, size_t))     \
    f(int, EVP_DigestSignInit, (void *, void *, const void *, void *, void *))                     \
    f(int, EVP_EncryptFinal_ex, (void *, unsigned char *, int *))                                  \
    f(int, EVP_EncryptInit_ex,                                                                     \
      (void *, const void *, void *, const unsigned char *, const unsigned char *))                \
    f(int, EVP_EncryptUpdate, (void *, unsigned char *, int *, const unsigned char *, int))        \
    f(void, EVP_MD_CTX_free, (void *))                                                             \
    f(void *, EVP_MD_CTX_new, (void))                                                              \
    f(void, EVP_PKEY_CTX_free, (void *))                                                           \
    f(void *, EVP_PKEY_CTX_new, (void *, void *))                                                  \
    f(void *, EVP_PKEY_CTX_new_id, (int, void *))                                                  \
    f(int, EVP_PKEY_CTX_set_group_name, (void *, const char *))                                    \
    f(int, EVP_PKEY_derive, (void *, unsigned char *, size_t *))                                   \
    f(int, EVP_PKEY_derive_init, (void *))                                                         \
    f(int, EVP_PKEY_derive_set_peer_ex, (void *, void *, int))                                     \
    f(void, EVP_PKEY_free, (void *))                                                               \
    f(int, EVP_PKEY_fromdata, (void *, void **, int, struct parameter *))                          \
    f(int, EVP_PKEY_fromdata_init, (void *))                                                       \
    f(int, EVP_PKEY_get_octet_string_param,                                                        \
      (const void *, const char *, unsigned char *, size_t, size_t *))                             \
    f(int, EVP_PKEY_keygen, (void *, void **))                                                     \
    f(int, EVP_PKEY_keygen_init, (void *))                                                         \
    f(const void *, EVP_aes_128_gcm, (void))                                                       \
    f(const void *, EVP_sha256, (void))                                                            \
    f(unsigned char *, HMAC,                                                                       \
      (const void *, const void *, int, const unsigned char *, size_t, unsigned char *,            \
       unsigned int *))                                                                            \
    f(void *, d2i_AutoPrivateKey, (void **, const unsigned char **, long))                         \
    f(void *, d2i_ECDSA_SIG, (void **, const unsigned char **, long))                              \
    f(int, i2d_PUBKEY, (const void *, unsigned char **))                                           \
    f(int, i2d_PrivateKey, (const void *, unsigned char **))
// clang-format on

// OSSL_PARAM, and its kinds of values (docs.openssl.org/3.0/man3/OSSL_PARAM).
struct parameter {
    const char *name;
    unsigned int kind;
    void *value;
    size_t size;
    size_t returned;
};
enum { UTF8 = 4, OCTETS = 5 };

#define DECLARE(result, name, arguments) result(*name) arguments;
static struct {
    FUNCTIONS(DECLARE)
} crypto;

static bool loaded;

static void load(void) {
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(result, name, arguments)                                                              \
    if (!(crypto.name = (result(*) arguments)dlsym(library, #name))) return;
    FUNCTIONS(FIND)
    loaded = true;
}

bool copenssl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded;
}

enum { EC = 408, AEAD_GET_TAG = 0x10, PUBLIC_KEY = 0x86 };

// What stands before the point in the DER of a public key of P-256 (RFC 5480 §2).
static const uint8_t prefix[] = {
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
    0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
};
enum { PUBLIC = sizeof prefix + COPENSSL_POINT };

// Errors stay in a queue of the thread, which would grow into the next call's report.
static copenssl_key *checked(void *key) {
    if (!key) crypto.ERR_clear_error();
    return key;
}

static bool succeeded(bool success) {
    if (!success) crypto.ERR_clear_error();
    return success;
}

copenssl_key *copenssl_generate(void) {
    void *key = NULL;
    void *context = crypto.EVP_PKEY_CTX_new_id(EC, NULL);
    if (!context || crypto.EVP_PKEY_keygen_init(context) != 1 ||
        crypto.EVP_PKEY_CTX_set_group_name(context, "P-256") != 1 ||
        crypto.EVP_PKEY_keygen(context, &key) != 1)
        key = NULL;
    crypto.EVP_PKEY_CTX_free(context);
    return checked(key);
}

// Whether the key is of this curve, and no other of the same size.
static bool is_p256(const copenssl_key *key) {
    uint8_t der[PUBLIC];
    uint8_t *end = der;
    return succeeded(crypto.i2d_PUBKEY(key, NULL) == PUBLIC) &&
           succeeded(crypto.i2d_PUBKEY(key, &end) == PUBLIC) &&
           memcmp(der, prefix, sizeof prefix) == 0;
}

copenssl_key *copenssl_read_private(const uint8_t *der, size_t length) {
    if (length > COPENSSL_LONGEST_KEY) return NULL;
    copenssl_key *key = checked(crypto.d2i_AutoPrivateKey(NULL, &der, (long)length));
    if (key && !is_p256(key)) {
        copenssl_free(key);
        return NULL;
    }
    return key;
}

copenssl_key *copenssl_read_point(const uint8_t *point, size_t length) {
    if (length != COPENSSL_POINT || point[0] != 4) return NULL;
    // The functions for DER take four times as long.
    struct parameter parameters[] = {
        {"group", UTF8, "P-256", 5, 0},
        {"pub", OCTETS, (void *)point, length, 0},
        {NULL, 0, NULL, 0, 0},
    };
    void *key = NULL;
    void *context = crypto.EVP_PKEY_CTX_new_id(EC, NULL);
    if (!context || crypto.EVP_PKEY_fromdata_init(context) != 1 ||
        crypto.EVP_PKEY_fromdata(context, &key, PUBLIC_KEY, parameters) != 1)
        key = NULL;
    crypto.EVP_PKEY_CTX_free(context);
    return checked(key);
}

void copenssl_free(copenssl_key *key) { crypto.EVP_PKEY_free(key); }

size_t copenssl_write_private(const copenssl_key *key, uint8_t der[COPENSSL_LONGEST_KEY]) {
    int length = crypto.i2d_PrivateKey(key, NULL);
    if (!succeeded(length > 0) || length > COPENSSL_LONGEST_KEY) return 0;
    length = crypto.i2d_PrivateKey(key, &der);
    return succeeded(length > 0) ? (size_t)length : 0;
}

bool copenssl_write_point(const copenssl_key *key, uint8_t point[COPENSSL_POINT]) {
    size_t length = 0;
    return succeeded(
        crypto.EVP_PKEY_get_octet_string_param(key, "pub", point, COPENSSL_POINT, &length) == 1 &&
        length == COPENSSL_POINT && point[0] == 4);
}

bool copenssl_agree(const copenssl_key *own, const copenssl_key *other,
                    uint8_t secret[COPENSSL_SECRET]) {
    size_t length = COPENSSL_SECRET;
    void *context = crypto.EVP_PKEY_CTX_new((void *)own, NULL);
    bool success = context && crypto.EVP_PKEY_derive_init(context) == 1 &&
                   // A point of the curve is a valid key, since the cofactor is 1: it was checked
                   // when it was read.
                   crypto.EVP_PKEY_derive_set_peer_ex(context, (void *)other, 0) == 1 &&
                   crypto.EVP_PKEY_derive(context, secret, &length) == 1 &&
                   length == COPENSSL_SECRET;
    crypto.EVP_PKEY_CTX_free(context);
    return succeeded(success);
}

bool copenssl_sign(const copenssl_key *key, const uint8_t *message, size_t length,
                   uint8_t signature[COPENSSL_SIGNATURE]) {
    uint8_t der[80];
    size_t count = sizeof der;
    void *context = crypto.EVP_MD_CTX_new();
    bool success =
        context &&
        crypto.EVP_DigestSignInit(context, NULL, crypto.EVP_sha256(), NULL, (void *)key) == 1 &&
        crypto.EVP_DigestSign(context, der, &count, message, length) == 1;
    crypto.EVP_MD_CTX_free(context);
    if (!succeeded(success)) return false;
    const uint8_t *rest = der;
    void *pair = crypto.d2i_ECDSA_SIG(NULL, &rest, (long)count);
    if (!succeeded(pair)) return false;
    int half = COPENSSL_SIGNATURE / 2;
    success = crypto.BN_bn2binpad(crypto.ECDSA_SIG_get0_r(pair), signature, half) == half &&
              crypto.BN_bn2binpad(crypto.ECDSA_SIG_get0_s(pair), signature + half, half) == half;
    crypto.ECDSA_SIG_free(pair);
    return succeeded(success);
}

bool copenssl_authenticate(const uint8_t *key, size_t key_length, const uint8_t *message,
                           size_t length, uint8_t digest[COPENSSL_DIGEST]) {
    unsigned int count = COPENSSL_DIGEST;
    // A key of NULL would mean the key of the call before.
    const void *bytes = key_length ? key : (const uint8_t *)"";
    return succeeded(
        crypto.HMAC(crypto.EVP_sha256(), bytes, (int)key_length, message, length, digest, &count) &&
        count == COPENSSL_DIGEST);
}

bool copenssl_seal(const uint8_t key[16], const uint8_t nonce[12], const uint8_t *text,
                   size_t length, uint8_t *sealed) {
    int count = 0, rest = 0;
    void *context = crypto.EVP_CIPHER_CTX_new();
    bool success =
        context &&
        crypto.EVP_EncryptInit_ex(context, crypto.EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
        crypto.EVP_EncryptUpdate(context, sealed, &count, text, (int)length) == 1 &&
        (size_t)count == length &&
        crypto.EVP_EncryptFinal_ex(context, sealed + count, &rest) == 1 && rest == 0 &&
        crypto.EVP_CIPHER_CTX_ctrl(context, AEAD_GET_TAG, COPENSSL_TAG, sealed + count) == 1;
    crypto.EVP_CIPHER_CTX_free(context);
    return succeeded(success);
}
