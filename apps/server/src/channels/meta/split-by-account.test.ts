import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account } from '../port.ts';
import { splitByAccount } from './split-by-account.ts';

const split = (payload: unknown) => {
  const body = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  return new Map(splitByAccount.split(body).map((part) => [part.name, part.body.toString()]));
};
const change = (number: string | undefined, mark: unknown, field = 'messages') => ({
  field,
  value: { ...(number !== undefined && { metadata: { phone_number_id: number } }), mark },
});
const account = (kind: Account['kind'], secrets: Record<string, string>): Account => ({
  companyId: 1,
  connectionId: 1,
  kind,
  number: '',
  secrets,
});

describe('split', () => {
  const whatsapp = (...entry: object[]) => ({ object: 'whatsapp_business_account', entry });
  const table: [string, object, Record<string, object>][] = [
    [
      'splits the changes of one entry by number, in order',
      whatsapp({ id: 'w', time: 7, changes: [change('1', 'a'), change('2', 'b'), change('1', 'c')] }),
      {
        'whatsappapi:1': whatsapp({ id: 'w', time: 7, changes: [change('1', 'a'), change('1', 'c')] }),
        'whatsappapi:2': whatsapp({ id: 'w', time: 7, changes: [change('2', 'b')] }),
      },
    ],
    [
      'keeps several entries of one number',
      whatsapp(
        { id: 'w', changes: [change('1', 'a')] },
        { id: 'x', changes: [change('2', 'b')] },
        { id: 'w', changes: [change('1', 'c')] },
      ),
      {
        'whatsappapi:1': whatsapp({ id: 'w', changes: [change('1', 'a')] }, { id: 'w', changes: [change('1', 'c')] }),
        'whatsappapi:2': whatsapp({ id: 'x', changes: [change('2', 'b')] }),
      },
    ],
    [
      'assigns a change without a number to the business account',
      whatsapp({ id: 'w', changes: [change(undefined, 'a', 'message_template_status_update'), change('1', 'b')] }),
      {
        'waba:w': whatsapp({ id: 'w', changes: [change(undefined, 'a', 'message_template_status_update')] }),
        'whatsappapi:1': whatsapp({ id: 'w', changes: [change('1', 'b')] }),
      },
    ],
    [
      'splits pages by entry',
      {
        object: 'page',
        entry: [
          { id: 'p', messaging: [1, 2], standby: [3] },
          { id: 'q', messaging: [4] },
        ],
      },
      {
        'facebook:p': { object: 'page', entry: [{ id: 'p', messaging: [1, 2], standby: [3] }] },
        'facebook:q': { object: 'page', entry: [{ id: 'q', messaging: [4] }] },
      },
    ],
    [
      'splits Instagram accounts by entry, also with numeric ids',
      {
        object: 'instagram',
        entry: [
          { id: 5, messaging: [1] },
          { id: 'i', changes: [2] },
        ],
      },
      {
        'instagram:5': { object: 'instagram', entry: [{ id: 5, messaging: [1] }] },
        'instagram:i': { object: 'instagram', entry: [{ id: 'i', changes: [2] }] },
      },
    ],
    [
      'collects entries without an account under an empty name',
      { object: 'page', entry: [{ id: 'p', messaging: [1] }, { messaging: [2] }, 'strange', { id: { $ne: 1 } }] },
      {
        'facebook:p': { object: 'page', entry: [{ id: 'p', messaging: [1] }] },
        '': { object: 'page', entry: [{ messaging: [2] }, 'strange', { id: { $ne: 1 } }] },
      },
    ],
  ];
  it.each(table)('%s', (_, payload, parts) =>
    expect(Object.fromEntries([...split(payload)].map(([name, body]) => [name, JSON.parse(body)]))).toEqual(parts),
  );

  it.each<[string, unknown, string]>([
    ['of one number', whatsapp({ id: 'w', changes: [change('1', '\u00e9 / 😀')] }), 'whatsappapi:1'],
    ['of an unknown kind', { object: 'user', entry: [{ id: 'u' }] }, ''],
    ['without entries', { object: 'page', entry: [] }, ''],
    ['that is a list', [1], ''],
    ['that is null', null, ''],
  ])('passes on the original bytes of a delivery %s', (_, payload, name) => {
    const text = ` ${JSON.stringify(payload)} `;
    expect([...split(text)]).toEqual([[name, text]]);
  });

  it('keeps the digits of numbers that a double cannot represent', () => {
    const text =
      '{"object":"page","entry":[{"id":90071992547409931,"at":1.0,"messaging":[12345678901234567890]},{"id":"q"}]}';
    const parts = split(text);
    expect([...parts.values()].join()).toContain('[12345678901234567890]');
    expect([...parts.values()].join()).toContain('{"id":90071992547409931,"at":1.0,');
  });

  it('throws for a body that is not JSON', () => expect(() => split('{')).toThrow(SyntaxError));

  it('assigns each part of any delivery to exactly one account', () => {
    const id = fc.constantFrom('1', '2', '3', undefined);
    const changes = fc.array(fc.record({ number: id, junk: fc.jsonValue() }), { maxLength: 5 });
    const entry = fc.oneof(
      fc.record({ waba: id, changes }),
      fc.jsonValue().map((junk) => ({ junk })),
    );
    const object = fc.constantFrom('whatsapp_business_account', 'page', 'instagram', 'x');
    fc.assert(
      fc.property(object, fc.array(entry, { maxLength: 6 }), (kind, entries) => {
        let marks = 0;
        const owner = new Map<number, string>();
        const payloadEntries = entries.map((draft) => {
          if ('junk' in draft) {
            const mark = ++marks;
            owner.set(mark, '');
            return { junk: draft.junk, mark };
          }
          return {
            ...(draft.waba !== undefined && { id: draft.waba }),
            changes: draft.changes.map(({ number, junk }) => {
              const mark = ++marks;
              const ofEntry = draft.waba === undefined ? '' : draft.waba;
              owner.set(mark, nameFor(kind, ofEntry, number));
              return { value: { ...(number !== undefined && { metadata: { phone_number_id: number } }), mark, junk } };
            }),
          };
        });
        const seen: [number, string][] = [];
        for (const [name, body] of split({ object: kind, entry: payloadEntries }))
          for (const [, mark] of body.matchAll(/"mark":(\d+)/g)) seen.push([Number(mark), name]);
        expect(seen.sort((a, b) => a[0] - b[0])).toEqual([...owner].sort((a, b) => a[0] - b[0]));
      }),
      { numRuns: 300 },
    );
  });
});
/** Independent statement of which account a change belongs to. */
function nameFor(kind: string, entry: string, number: string | undefined): string {
  if (kind === 'whatsapp_business_account' && number !== undefined) return `whatsappapi:${number}`;
  if (entry === '' || kind === 'x') return '';
  return `${{ page: 'facebook', instagram: 'instagram' }[kind] ?? 'waba'}:${entry}`;
}

describe('accounts', () => {
  it('have the aliases of their number and business account, page or Instagram id', () => {
    const { aliasesOf } = splitByAccount;
    expect(aliasesOf(account('whatsappapi', { phoneNumberId: '1', wabaId: '2' }))).toEqual(['whatsappapi:1', 'waba:2']);
    expect(aliasesOf(account('facebook', { pageId: '3' }))).toEqual(['facebook:3']);
    expect(aliasesOf(account('instagram', { igId: '4', pageId: '3' }))).toEqual(['instagram:4']);
    expect(aliasesOf(account('whatsappapi', {}))).toEqual([]);
  });
  it('share an app if they have the same app secret or none', () => {
    const { isSameApp } = splitByAccount;
    const [own, same, other, none] = ['a', 'a', 'b', undefined].map((appSecret) =>
      account('facebook', appSecret === undefined ? {} : { appSecret }),
    ) as [Account, Account, Account, Account];
    expect([isSameApp(own, same), isSameApp(own, other), isSameApp(own, none), isSameApp(none, none)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
