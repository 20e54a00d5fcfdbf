/** Whether a URL's host is this machine itself, to which nothing goes over a network. */
export const isLoopback = ({ hostname }: URL): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
