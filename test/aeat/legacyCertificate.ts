/**
 * A certificate for nobody, encrypted the way browsers did for years: with 40-bit RC2, which OpenSSL 3 reads only on
 * request. Made with `openssl pkcs12 -export -legacy`; its password is "secreto".
 */
export const legacyCertificate: Uint8Array = Buffer.from(
  "MIIEmgIBAzCCBGAGCSqGSIb3DQEHAaCCBFEEggRNMIIESTCCAz8GCSqGSIb3DQEHBqCCAzAwggMsAgEAMIIDJQYJKoZIhvcNAQcB"
  +   "MBwGCiqGSIb3DQEMAQYwDgQINFK4O6cDVcECAggAgIIC+GMPMxNl0bP3KJ+886411pMQL/TFz6xId7YDr8ZuISa+eccy2XjsOkl2"
  +   "WTYfOgeFaPBM99/qQnPpmrrTuH/+I3b4ZhrpHjGVL2eoe1U7cegJLxrHi6y9bpP5uoMRRsQCUmI8fbo+w6clNfpiunIhLFaE0/pt"
  +   "Jrij/ec/RzRLVKGeQe8On2EKFHKswuwyg8Gf+p0dvzv83wa3c12hVG7izSD9VfiB/K0YZRb/SFF/Ic5pdth9EkE+3evPqo5X3bJF"
  +   "R3cM16M++PpbWhuAKIxKanuQrbX1Cl0KWqk8ezJbmcpOgiRv7+Gx1arTwkpgSfa0lJ0hiL1D0Bevg7DiQp7i5uibxLdGje4MXv2n"
  +   "a1zs4XCoJZX3UTo7atUKwLqrkpcOCp8eB1kXcBdofQQjEdwNe+QpuR0g4NlMdwLXMJwR/Le1xm35SS8yDPsHP4bovx1fYma8cv7O"
  +   "g+yjf4OlYkYIa5fsgW0lYekPEunDLXRFftvUL+gwrZ5t/BFsoZI+dyD4jZScZV8xnvLfzYffTQwHqKk6pgzjnKEE38pFkH5Egh0k"
  +   "X1jfuH9I+BgdM8TD9T5QyojNKYMZPkFMkKr87kODg6k8ctBA83+Szu6Sl/4TLODrirKRaYGLoRa9OvLRRjzfiImtKHIMWfn7c3Z9"
  +   "ISt8W2bOqiRRx7uryt83NzCH5Bqgd0hKtq95mkgjr1LOJSqsv40jboOt4iC4kVC4+C90E3iIKWtvvszP85OfVt+B58lS9RUiVJlS"
  +   "zcxCQy7VLdAVhRCT8U0xfOtf7QdogTU0/s2foy/pR9xgjin8Owcf7SN8RwUryAHywrLg0Qn4lzmnKZZeAh1UwS3mK5z++FHwEc9t"
  +   "gRXo1bsNbB1HGKKLX7ylmvPjyZnv7/T4QZfAaCs7CkKxm5RzFHR9vUkPg/3f8FZ+E/ajmjYL0r66iMq9PdAu3KzWUBPLoIVFANxf"
  +   "pIoMuJwrVCgqIk7c3GWw39yR9NrREiuhozVnssceUlWHfIEGCaMbhxCjm6MwggECBgkqhkiG9w0BBwGggfQEgfEwge4wgesGCyqG"
  +   "SIb3DQEMCgECoIG0MIGxMBwGCiqGSIb3DQEMAQMwDgQIlPUXrs8DZJoCAggABIGQvSTHmkW4qBRsw9gIwwuPMKV9g7IOxodMI5J1"
  +   "NDKfJuNa9SplEnz9oa9R6TOb9++9+jFAHlAIWkLRJbjOD1h4cPhp0oJqtcCL7FPWftIIyjF6oEWCxdcxDLZ+oya5v/Mxbm3yvYwV"
  +   "2/aTMml12Y5hBivaehDAJqGE1dxmHc9nc0J0+fiYXYMRUeTRiYOLvm0YMSUwIwYJKoZIhvcNAQkVMRYEFCSso8KGpDoL1JNWMYTi"
  +   "VT7Ogh+BMDEwITAJBgUrDgMCGgUABBTE7lbIWmcRdCHERVzjNSwwSQVlYwQI5SDeF1k28w4CAggA",
  "base64",
)
