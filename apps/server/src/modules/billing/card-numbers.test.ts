import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { ProviderError } from '../../gateways/payments/port.ts';
import { billing, CPF } from './billing.fixture.ts';

/** A number that passes the check of card numbers, as it is typed and as digits only. */
const CARD = '4111 1111 1111 1111';
const DIGITS = '4111111111111111';

const logs: string[] = [];
let server: TestServer;
let given: Awaited<ReturnType<typeof billing>>;
beforeAll(async () => {
  server = await startTestServer({ env: { ROLE: 'api', LOG_LEVEL: 'trace' }, logTo: (line) => void logs.push(line) });
  given = await billing(server);
});
afterAll(() => server.stop());

/** Tables with a row that contains the number, with or without spaces. */
async function tablesWithCard(): Promise<string[]> {
  const { rows } = await server.asOwner.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await server.asOwner.query(
      `select from ${name} t where regexp_replace(t::text, '[ -]', '', 'g') like $1 limit 1`,
      [`%${DIGITS}%`],
    );
    if (rowCount) found.push(name);
  }
  return found;
}

describe('a card number', () => {
  it('in any text of a payment is refused, and reaches neither database nor log [M-301] [PY-11]', async () => {
    const { admin, invoice } = await given.createBilled();
    const form = { invoiceId: invoice.id, firstName: 'Helena', zipcode: CPF };
    const paths = `/companies/${admin.companyId}`;
    const answers = [
      ...(await Promise.all(
        ['firstName', 'lastName', 'zipcode', 'address2', 'city', 'state', 'country', 'nameOnCard', 'cardNumber', 'cvv']
          .flatMap((field) => [CARD, DIGITS].map((value) => ({ ...form, [field]: value })))
          .map((body) => admin.request('POST', '/subscription', body)),
      )),
      await given.superUser.request('POST', `${paths}/invoices/${invoice.id}/void`, { reason: `cartão ${CARD}` }),
      await given.superUser.request('POST', `${paths}/due-day`, { addDays: 1, reason: DIGITS }),
      await given.superUser.request('POST', `${paths}/invoices/${invoice.id}/settle`, {
        reason: 'Pagou no cartão',
        reference: CARD,
      }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 400));
    const [first] = answers;
    expect(first!.json().fields).toMatchObject([{ field: 'firstName', message: 'Não escreva números de cartão aqui' }]);
    // Paths and queries are logged; what a provider says about a call is stored.
    for (const [caller, path] of [
      [admin, `/invoices/${DIGITS}`],
      [admin, `/invoices/${invoice.id}/price?users=${DIGITS}&connections=${encodeURIComponent(CARD)}`],
      [admin, `/invoices/all?searchParam=${DIGITS}`],
      [given.superUser, `/payments/ledger?searchParam=${encodeURIComponent(CARD)}`],
    ] as const)
      await caller.request('GET', path);
    expect(new ProviderError('refused', `The card ${CARD} was declined`).message).toBe('The card [card] was declined');
    // What is never stored is not read either.
    await admin.request('POST', '/subscription', {
      ...form,
      price: DIGITS,
      plan: CARD,
      useAddressForPaymentDetails: CARD,
    });
    expect(await tablesWithCard()).toEqual([]);
    const digitsOf = (line: string) => line.replaceAll(/%20|[ +-]/g, '');
    expect(logs.filter((line) => digitsOf(line).includes(DIGITS))).toEqual([]);
  });
});
