/** The path of the link that confirms an e-mail address, from the mail to it; empty until the mail is written. */
export function confirmationLink(email: string, outbox?: string): string;
