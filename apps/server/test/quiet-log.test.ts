import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aService, person } from './service.ts';
import { figure } from './world/scale.ts';

const NAME = 'Helena Quitéria';
const NUMBER = '5500987654321';
const EMAIL = 'helena.quiteria@example.com';
const ASKED = `Sou ${NAME}, meu número é ${NUMBER}, meu e-mail é ${EMAIL} e o boleto azul não chegou`;
const ANSWER = 'Segue a segunda via do boleto azul';
/** What must stand in no line: each also as it looks inside an address, and the number as people write it. */
const PERSONAL = [NAME, NUMBER, '98765-4321', EMAIL, 'boleto azul'].flatMap((text) => [
  text,
  encodeURIComponent(text),
  text.replaceAll(' ', '+'),
]);

const lines: string[] = [];
let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService({}, { env: { LOG_LEVEL: 'trace' }, logTo: (line) => void lines.push(line) });
});
afterAll(() => service.house.stop());

it('no message, name, number or e-mail of a customer is in the log, whatever goes wrong on the way [LG-09]', async () => {
  const { house, phone, until } = service;
  const { admin, connectionId, ring, says, messages, tickets } = await service.aCounter({
    acceptCallWhatsapp: 'disabled',
    AcceptCallWhatsappMessage: 'Não atendemos ligações sobre o boleto azul.',
  });
  const comes = (body: string) => until(messages, (rows) => rows.some((row) => row.body === body));
  const peer = person(NUMBER, NAME);

  // A conversation: asked, taken, answered, a picture that is gone, a call that is refused.
  await ring([says(NUMBER, ASKED, { peer })]);
  await comes(ASKED);
  const [{ id, uuid, contact_id: contactId }] = await tickets();
  await admin.ask('PUT', `/tickets/${id}`, { status: 'open', userId: admin.user.id });
  await admin.ask('POST', `/messages/${id}`, { body: ANSWER });
  await ring([says(NUMBER, { kind: 'call', isVideo: false, outcome: 'missed' }, { peer })]);
  await until(
    async () => phone.texts(),
    (sent) => sent.some((text) => text.includes('Não atendemos')),
  );

  // Sends that fail, one of them in a way that no channel should: quoting what it was given.
  phone.moods.push('refused', 'not-sent');
  for (let n = 0; n < 2; n++) await admin.ask('POST', `/messages/${id}`, { body: `${ANSWER} ${n}` });
  await until(messages, (rows) => rows.some((row) => row.delivery === 'failed'));
  const { send } = phone.channel;
  let failed = 0;
  phone.channel.send = async () => {
    failed += 1;
    throw new TypeError(`cannot send "${ANSWER}" to ${NUMBER} (${EMAIL})`, {
      cause: new SyntaxError(`Unexpected token 'S', "${ASKED}" is not valid JSON`),
    });
  };
  await admin.ask('POST', `/messages/${id}`, { body: ANSWER });
  await until(
    async () => failed,
    (times) => times > 0,
  );
  phone.channel.send = send;

  // Deliveries that cannot be read: what is no JSON is quoted by whoever tries.
  const { secrets } = house.modules.connections.accountOf(
    (await house.modules.connections.show(admin.companyId, connectionId))!,
  );
  const aloud = Buffer.from(`${NAME} ${NUMBER} ${EMAIL} {"boleto azul"`);
  await house.app.inject({
    method: 'POST',
    url: `/webhooks/sandbox/${secrets['webhookKey']}`,
    headers: {
      'content-type': 'application/json',
      'x-signature': createHmac('sha256', secrets['webhookSecret']!).update(aloud).digest('hex'),
    },
    payload: aloud,
  });
  await ring([{ ...says(NUMBER, ASKED, { peer }), at: `${ASKED} at no time` } as never]);
  const aside = () => house.asOwner.query('select fault from quarantine where company_id = $1', [admin.companyId]);
  await until(
    async () => (await aside()).rows,
    (rows) => rows.length >= 1,
  );

  // People who look for the customer, mistype and ask for what is not there.
  const sought = [NAME, NUMBER, EMAIL, 'boleto azul'].map(encodeURIComponent);
  for (const words of sought) {
    await admin.ask('GET', `/contacts?searchParam=${words}`);
    await admin.ask('GET', `/tickets?searchParam=${words}`);
    await admin.ask('GET', `/nowhere/${words}`);
  }
  await admin.ask('GET', `/contacts/profile/${NUMBER}`);
  await admin.ask('PUT', `/contacts/${contactId}`, { email: EMAIL, name: NAME, number: NUMBER });
  await admin.ask('POST', '/contacts', { name: NAME, number: NUMBER, email: EMAIL });
  await admin.ask('POST', '/contacts', { name: NAME, number: `${NUMBER}x`, email: `${EMAIL}@` });
  await house.stranger('POST', '/auth/login', { email: EMAIL, password: ASKED });
  await admin.ask('GET', `/messages/${uuid}`);

  const found = lines.filter((line) => PERSONAL.some((text) => line.includes(text)));
  figure('LG-09', 'log lines, with anything personal', `${lines.length}, ${found.length}`);
  expect(found).toEqual([]);
  // A log that says nothing would hide nothing either.
  const told = lines.find((line) => line.includes('background work failed'));
  expect(told).toContain('cannot send [quoted] to [number] ([e-mail])');
  expect(told).toContain('quiet-log.test.ts');
});
