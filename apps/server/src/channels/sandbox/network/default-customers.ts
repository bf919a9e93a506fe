import type { ChannelKind } from '../../port.ts';
import { digitsFrom, idsFor, newKey, type Customer } from './phones.ts';

/** The people every sandbox account starts with; what is said about them is in ../scripts.ts. */
const personas = [
  { persona: 'helena', name: 'Helena Prado', number: '5511990000101', username: 'helena.prado' },
  { persona: 'joao', name: 'João Figueiredo', number: '5521990000102', username: 'joao.figueiredo' },
  { persona: 'zilda', name: 'Dona Zilda', number: '5531990000103', username: 'zilda.ferraz' },
  /** Whom the channel knows by a user name only. */
  { persona: 'caio', name: 'Caio', number: '', username: 'caio.montes' },
];
const groupMembers = [
  { id: 'rita', name: 'Rita', number: '5511990000111' },
  { id: 'otavio', name: 'Otávio', number: '5511990000112' },
  { id: 'bia', name: 'Bia', number: '5511990000113' },
];

/** Known by the same names after starting over, or the house would take them for others. */
export function defaultCustomers({ kind, id }: { kind: ChannelKind; id: string }): Customer[] {
  const customers = personas.map(({ persona, name, number, username }): Customer => ({
    id: persona,
    persona,
    name,
    isGroup: false,
    members: [],
    // Whoever has a number is known by it, as on most real phones.
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
