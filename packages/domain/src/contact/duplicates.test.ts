import { describe, expect, it } from 'vitest';
import { duplicateReason, findDuplicates, lacksCallingCode, type DuplicateCandidate } from './duplicates.ts';

const contact = { id: 1, name: 'José Reis', number: '5511987654321', email: '' };
const reasonOf = (a: Partial<DuplicateCandidate>, b: Partial<DuplicateCandidate>) =>
  duplicateReason({ ...contact, ...a }, { ...contact, id: 2, ...b }, 'BR');
const withNumbers = (one: string, other: string) => [
  reasonOf({ name: 'Ana', number: one }, { name: 'Lia', number: other }),
  reasonOf({ name: 'Ana', number: other }, { name: 'Lia', number: one }),
];

describe('duplicate contacts', () => {
  it.each([
    ['5511987654321', '551187654321', 'number'],
    ['11987654321', '5511987654321', 'callingCode'],
    ['1187654321', '5511987654321', 'callingCode'],
    ['1187654321', '11987654321', 'callingCode'],
    ['912345678', '351912345678', 'callingCode'],
    ['2311987654', '552311987654', undefined],
    ['5511987654321', '5521987654321', undefined],
    ['', '', undefined],
  ])('with the numbers %s and %s are found by: %s [F-U1] [F-U19]', (a, b, reason) => {
    expect(withNumbers(a, b)).toEqual([reason, reason]);
  });

  it.each([
    ['5511987654321', '5511987654322', 'name'],
    ['5511987654321', '551198765432', 'name'],
    ['5511987654321', '5521987654321', 'name'],
    ['5511987654321', '5511987654399', undefined],
    ['5511987654321', '', 'nameOnly'],
    ['', '', undefined],
  ])('of one name with the numbers %s and %j are found by: %s [F-U19]', (a, b, reason) => {
    expect([reasonOf({ number: a }, { number: b }), reasonOf({ number: b }, { number: a })]).toEqual([reason, reason]);
  });

  it.each([
    ['email', { name: 'Zé', number: '550012345678', email: 'ze@example.com' }],
    ['name', { name: 'JOSE REIS', number: '5511987654331' }],
    [undefined, { name: 'Outro', number: '5511987654322' }],
    [undefined, { number: '550012345678' }],
  ])('are found by %s', (reason, other) => {
    expect(reasonOf({ email: 'ZE@example.com' }, other)).toBe(reason);
  });

  const options = { country: 'BR', reasons: ['number', 'callingCode'] } as const;

  it('are grouped; a contact without duplicates is in no group', () => {
    const contacts = [
      contact,
      { ...contact, id: 2, name: 'Zé', number: '551187654321' },
      { ...contact, id: 3, name: 'X', number: '1' },
    ];
    expect(findDuplicates(contacts, options)).toEqual([{ reason: 'number', contacts: [contacts[0], contacts[1]] }]);
  });

  it('list the complete number first when another lacks the calling code [F-U1]', () => {
    const incomplete = { ...contact, id: 2, name: 'Zé', number: '11987654321' };
    expect(findDuplicates([incomplete, contact], options)).toEqual([
      { reason: 'callingCode', contacts: [contact, incomplete] },
    ]);
  });

  it('are not put together for another reason than the given ones [F-U19]', () => {
    const namesake = { ...contact, id: 2, number: '5511987654322' };
    expect(findDuplicates([contact, namesake], options)).toEqual([]);
  });

  it('are never grouped when marked as distinct, also through a third contact', () => {
    const [ana, lia, old] = [
      { id: 1, name: 'Ana', number: '5511987650001', email: '' },
      { id: 2, name: 'Lia', number: '11987650001', email: '' },
      { id: 3, name: 'Loja', number: '551187650001', email: '' },
    ] as const;
    const areDistinct = (id: number, otherId: number) => id + otherId === ana.id + lia.id;
    expect(findDuplicates([ana, lia], { ...options, areDistinct })).toEqual([]);
    expect(findDuplicates([ana, lia, old], { ...options, areDistinct })).toEqual([
      { reason: 'number', contacts: [ana, old] },
    ]);
  });
});

it('a number lacks its calling code only against the number that completes it [F-U1]', () => {
  expect(lacksCallingCode('11987654321', '551187654321')).toBe(true);
  expect(lacksCallingCode('5511987654321', '11987654321')).toBe(false);
  expect(lacksCallingCode('51987654321', '51987654321')).toBe(false);
});
