#include "COpenSSL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// The functions of libcrypto 3 with their types; all pointers to its structures are void *. The
// names and numbers stay what they are as long as the library is called libcrypto.so.3
// (openssl.org/policies/general/versioning-policy.html).
#define FUNCTIONS(f)                                                                               \
    f(int, BN_bn2binpad, (const void *, unsigned char *, int)) f(                                  \
        void, ECDSA_SIG_free, (void *)) f(const void *, ECDSA_SIG_get0_r, (const void *))          \
        f(const void *, ECDSA_SIG_get0_s, (const void *)) f(void, ERR_clear_error, (void)) f(      \
            int, EVP_CIPHER_CTX_ctrl,                                                              \
            (void *, int, int, void *)) f(void, EVP_CIPHER_CTX_free,                               \
                                          (void *)) f(void *, EVP_CIPHER_CTX_new, (void))          \
            f(int, EVP_DigestSign,                                                                 \
              (void *, unsigned char *, size_t *, const unsigned char *,                           \
               size_t)) f(int, EVP_DigestSignInit, (void *, void *, const void *, void *, void *)) \
                f(int, EVP_EncryptFinal_ex, (void *, unsigned char *, int *)) f(                   \
                    int, EVP_EncryptInit_ex,                                                       \
                    (void *, const void *, void *, const unsigned char *, const unsigned char *))  \
                    f(int, EVP_EncryptUpdate,                                                      \
                      (void *, unsigned char *, int *, const unsigned char *,                      \
                       int)) f(void, EVP_MD_CTX_free,                                              \
                               (void *)) f(void *, EVP_MD_CTX_new,                                 \
                                           (void)) f(void, EVP_PKEY_CTX_free, (void *))            \
                        f(void *, EVP_PKEY_CTX_new,                                                \
                          (void *, void *)) f(void *, EVP_PKEY_CTX_new_id, (int, void *))          \
                            f(int, EVP_PKEY_CTX_set_group_name, (void *, const char *))            \
                                f(int, EVP_PKEY_derive, (void *, unsigned char *, size_t *)) f(    \
                                    int, EVP_PKEY_derive_init,                                     \
                                    (void *)) f(int, EVP_PKEY_derive_set_peer, (void *, void *))   \
                                    f(void, EVP_PKEY_free,                                         \
                                      (void *)) f(int, EVP_PKEY_keygen, (void *, void **))         \
                                        f(int, EVP_PKEY_keygen_init,                               \
                                          (void *)) f(const void *, EVP_aes_128_gcm, (void))       \
                                            f(const void *, EVP_sha256, (void)) f(                 \
                                                unsigned char *, HMAC,                             \
                                                (const void *, const void *, int,                  \
                                                 const unsigned char *, size_t, unsigned char *,   \
                                                 unsigned int *))                                  \
                                                f(void *, d2i_AutoPrivateKey,                      \
                                                  (void **, const unsigned char **, long))         \
                                                    f(void *, d2i_ECDSA_SIG,                       \
                                                      (void **, const unsigned char **, long))     \
                                                        f(void *, d2i_PUBKEY,                      \
                                                          (void **, const unsigned char **, long)) \
                                                            f(int, i2d_PUBKEY,                     \
                                                              (const void *, unsigned char **))    \
                                                                f(int, i2d_PrivateKey,             \
                                                                  (const void *,                   \
                                                                   unsigned char **))

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

enum { EC = 408, AEAD_GET_TAG = 0x10 };

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

copenssl_key *copenssl_read_private(const uint8_t *der, size_t length) {
    if (length > COPENSSL_LONGEST_KEY) return NULL;
    copenssl_key *key = checked(crypto.d2i_AutoPrivateKey(NULL, &der, (long)length));
    uint8_t point[COPENSSL_POINT];
    if (key && !copenssl_write_point(key, point)) {
        // A key of another curve.
        copenssl_free(key);
        return NULL;
    }
    return key;
}

copenssl_key *copenssl_read_point(const uint8_t *point, size_t length) {
    if (length != COPENSSL_POINT || point[0] != 4) return NULL;
    uint8_t der[PUBLIC];
    memcpy(der, prefix, sizeof prefix);
    memcpy(der + sizeof prefix, point, COPENSSL_POINT);
    const uint8_t *rest = der;
    return checked(crypto.d2i_PUBKEY(NULL, &rest, PUBLIC));
}

void copenssl_free(copenssl_key *key) { crypto.EVP_PKEY_free(key); }

size_t copenssl_write_private(const copenssl_key *key, uint8_t der[COPENSSL_LONGEST_KEY]) {
    int length = crypto.i2d_PrivateKey(key, NULL);
    if (!succeeded(length > 0) || length > COPENSSL_LONGEST_KEY) return 0;
    length = crypto.i2d_PrivateKey(key, &der);
    return succeeded(length > 0) ? (size_t)length : 0;
}

bool copenssl_write_point(const copenssl_key *key, uint8_t point[COPENSSL_POINT]) {
    uint8_t der[PUBLIC];
    uint8_t *end = der;
    if (!succeeded(crypto.i2d_PUBKEY(key, NULL) == PUBLIC)) return false;
    if (!succeeded(crypto.i2d_PUBKEY(key, &end) == PUBLIC)) return false;
    if (memcmp(der, prefix, sizeof prefix) != 0) return false;
    memcpy(point, der + sizeof prefix, COPENSSL_POINT);
    return true;
}

bool copenssl_agree(const copenssl_key *own, const copenssl_key *other,
                    uint8_t secret[COPENSSL_SECRET]) {
    size_t length = COPENSSL_SECRET;
    void *context = crypto.EVP_PKEY_CTX_new((void *)own, NULL);
    bool success = context && crypto.EVP_PKEY_derive_init(context) == 1 &&
                   crypto.EVP_PKEY_derive_set_peer(context, (void *)other) == 1 &&
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
