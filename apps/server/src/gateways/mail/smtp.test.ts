import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { MailRefused, type OutgoingMail } from './port.ts';
import { createSmtp, type SmtpAddress } from './smtp.ts';

interface Received {
  from: string;
  to: string[];
  text: string;
  user: unknown;
}
const running: SMTPServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await new Promise<void>((done) => server.close(() => done()));
});

const refuseWith =
  (code: number, text: string) =>
  (_address: unknown, _session: unknown, done: (error?: Error | null) => void): void =>
    done(refusal(code, text));
const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** A mail server on this machine, and what it received. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(refusal(535, 'Wrong password')),
    onData(stream, { envelope, user }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, text: Buffer.concat(chunks).toString(), user });
        done();
      });
    },
    ...options,
  });
  running.push(server);
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  return { received, address: { ...local, port } };
}

const local: SmtpAddress = {
  host: '127.0.0.1',
  port: 0,
  isTls: false,
  isLoopback: true,
  user: undefined,
  password: undefined,
};
const from = { name: undefined, address: 'nao-responda@example.com' };
const mail = (own: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: 'mail-7',
  senderName: 'Balcão',
  to: 'marina@example.com',
  subject: 'Sua senha foi trocada',
  text: 'Quando: hoje',
  html: '<p>Quando: hoje</p>',
  ...own,
});
const failureOf = (sending: Promise<void>): Promise<unknown> =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the SMTP adapter', () => {
  it('hands over text and HTML with the sender, a stable id and the mark of automatic mail', async () => {
    const { received, address } = await startMailServer();
    const smtp = createSmtp({ server: address, from });
    await smtp.send(mail());
    expect(received[0]).toMatchObject({ from: 'nao-responda@example.com', to: ['marina@example.com'] });
    const { text } = received[0]!;
    expect(text).toContain('Message-ID: <mail-7@example.com>');
    expect(text).toContain('Auto-Submitted: auto-generated');
    expect(text).toMatch(/^From: =\?UTF-8\?.*<nao-responda@example\.com>/m);
    expect(text).toContain('Content-Type: text/plain');
    expect(text).toContain('Content-Type: text/html');
  });

  it('signs in with the configured name and password', async () => {
    const { received, address } = await startMailServer({ authOptional: false, allowInsecureAuth: true });
    await createSmtp({ server: { ...address, user: 'desk', password: 'right' }, from }).send(mail());
    expect(received[0]?.user).toBe('desk');
  });

  it('adds no header and no recipient, whatever the texts contain [IJ-08]', async () => {
    const { received, address } = await startMailServer();
    const smtp = createSmtp({ server: address, from });
    await smtp.send(mail({ subject: 'Oi\r\nBcc: outro@example.com', senderName: 'A\r\nX-Own: 1' }));
    expect(received[0]?.to).toEqual(['marina@example.com']);
    expect(received[0]?.text).not.toMatch(/^(Bcc|X-Own):/m);
    await failureOf(smtp.send(mail({ to: 'marina@example.com, outro@example.com' })));
    expect(received.flatMap(({ to }) => to)).not.toContain('outro@example.com');
  });

  it('reports an address that the server refuses for good', async () => {
    const { address } = await startMailServer({
      onRcptTo: (_address, _session, done) => done(refusal(550, 'No such mailbox')),
    });
    const error = await failureOf(createSmtp({ server: address, from }).send(mail()));
    expect(error).toBeInstanceOf(MailRefused);
    expect((error as MailRefused).of).toBe('address');
  });

  it('reports a mail whose content the server refuses for good', async () => {
    const { address } = await startMailServer({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(refusal(554, 'Looks like spam')));
      },
    });
    const error = await failureOf(createSmtp({ server: address, from }).send(mail()));
    expect(error).toBeInstanceOf(MailRefused);
    expect((error as MailRefused).of).toBe('mail');
  });

  it.each([
    ['a mailbox that is busy', { onRcptTo: refuseWith(450, 'Later') }],
    ['a sender that is not allowed', { onMailFrom: refuseWith(550, 'Not yours') }],
  ])('leaves a later attempt open after %s', async (_, options) => {
    const { address } = await startMailServer(options);
    const error = await failureOf(createSmtp({ server: address, from }).send(mail()));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefused);
  });

  it('leaves a later attempt open after a wrong password, and without a server', async () => {
    const { address } = await startMailServer({ authOptional: false, allowInsecureAuth: true });
    for (const server of [
      { ...address, user: 'desk', password: 'wrong' },
      { ...local, port: 1 },
    ]) {
      const error = await failureOf(createSmtp({ server, from }).send(mail()));
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(MailRefused);
    }
  });

  it('sends nothing without TLS to another machine', async () => {
    const { received, address } = await startMailServer();
    // As a server elsewhere would be treated.
    const error = await failureOf(createSmtp({ server: { ...address, isLoopback: false }, from }).send(mail()));
    expect(error).toBeInstanceOf(Error);
    expect(received).toEqual([]);
  });
});
