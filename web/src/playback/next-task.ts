/** Resolves in a task of its own: work between two of these keeps the page from answering only for its own time. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
