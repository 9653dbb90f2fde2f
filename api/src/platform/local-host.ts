/** Whether a host name or address, as in a URL or without its brackets, is this machine's own. */
export const isLocalHost = (name: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(name);
