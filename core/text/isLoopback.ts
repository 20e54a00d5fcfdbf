/** URL writes hosts in small letters only for the schemes that it knows, which smtp is not. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** Whether a URL's host is this machine itself, to which nothing goes over a network. */
export const isLoopback = ({ hostname }: URL): boolean => loopback.test(hostname)
