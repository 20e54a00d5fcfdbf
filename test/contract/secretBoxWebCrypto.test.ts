import { Layer } from "effect"
import * as SecretBoxWebCrypto from "../../adapters/crypto/SecretBoxWebCrypto.ts"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import { secretBoxContract } from "./secretBoxContract.ts"

secretBoxContract("Web Crypto", (secret) => Layer.provide(SecretBoxWebCrypto.layer(secret), EntropyWebCrypto.layer))
