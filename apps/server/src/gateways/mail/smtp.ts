import { createTransport } from 'nodemailer';
import { MailRefused, type MailServer } from './port.ts';

/** Where mails are handed over, from the configuration only. */
export interface SmtpAddress {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise the connection must be upgraded to it, except on this machine. */
  isTls: boolean;
  isLoopback: boolean;
  user: string | undefined;
  password: string | undefined;
}
interface Deps {
  server: SmtpAddress;
  from: { name: string | undefined; address: string };
}
const CONNECTION_MS = 10_000;
/** Together with the connection shorter than the lease of a mail. */
const SILENCE_MS = 30_000;

/** Hands mails to an SMTP server. */
export function createSmtp({ server, from }: Deps): MailServer {
  const { user, password } = server;
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.isTls,
    requireTLS: !server.isTls && !server.isLoopback,
    ignoreTLS: !server.isTls && server.isLoopback,
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: CONNECTION_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: CONNECTION_MS,
    // Mails are built from texts alone: nothing in them may make this server open a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.split('@').at(-1)!;
  return {
    async send({ id, senderName, to, subject, text, html }) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from: { name: from.name ?? senderName, address: from.address },
          // As an object: a comma in it must not add a recipient.
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw refusalOf(error) ?? error;
      }
    },
  };
}

interface SmtpError {
  responseCode?: number;
  command?: string;
  message?: string;
}
/** A refused sign-in or sender is a fault of the configuration: it is tried again. */
function refusalOf(error: unknown): MailRefused | undefined {
  const { responseCode = 0, command, message = '' } = error as SmtpError;
  if (responseCode < 500) return undefined;
  if (command === 'RCPT TO') return new MailRefused('address', message);
  return command === 'DATA' ? new MailRefused('mail', message) : undefined;
}
