import type { ChannelKind } from '../../port.ts';
import { digitsFrom, idsFor, newKey, type Customer } from './phones.ts';

/** The customers of every new sandbox account; their descriptions are in ../scripts.ts. */
const personas = [
  { persona: 'helena', name: 'Helena Prado', number: '5511990000101', username: 'helena.prado' },
  { persona: 'joao', name: 'João Figueiredo', number: '5521990000102', username: 'joao.figueiredo' },
  { persona: 'zilda', name: 'Dona Zilda', number: '5531990000103', username: 'zilda.ferraz' },
  /** A contact with a user name and no number. */
  { persona: 'caio', name: 'Caio', number: '', username: 'caio.montes' },
];
const groupMembers = [
  { id: 'rita', name: 'Rita', number: '5511990000111' },
  { id: 'otavio', name: 'Otávio', number: '5511990000112' },
  { id: 'bia', name: 'Bia', number: '5511990000113' },
];

/** The ids stay the same after starting over, so that the server recognizes the contacts. */
export function defaultCustomers({ kind, id }: { kind: ChannelKind; id: string }): Customer[] {
  const customers = personas.map(({ persona, name, number, username }): Customer => ({
    id: persona,
    persona,
    name,
    isGroup: false,
    members: [],
    // Customers with a number have no user name, as on most real phones.
    ids: idsFor(
      kind,
      { number, username: number === '' || kind === 'instagram' ? username : '' },
      kind === 'whatsapp' ? persona : `${id} ${persona}`,
    ),
    isOnline: true,
    messages: [],
    wroteAtMs: null,
    revision: 1,
  }));
  if (kind !== 'whatsapp') return customers;
  return [
    ...customers,
    { ...newGroup('Condomínio das Flores', groupMembers, `${id} flores`), id: 'flores', persona: 'flores' },
  ];
}

export const newGroup = (name: string, members: Customer['members'], seed: string = newKey('mark')): Customer => ({
  id: newKey('group'),
  name,
  isGroup: true,
  members,
  ids: { group: `1203${digitsFrom(seed)}` },
  isOnline: true,
  messages: [],
  wroteAtMs: null,
  revision: 1,
});
