import type { Random } from './random.ts';

/** Ids in the form of the real network. */
export const newWamid = (random: Random, phone: string): string =>
  `wamid.${Buffer.from(`\u0018${String.fromCharCode(phone.length)}${phone}\u0015\u0002\u0000${random.hex(20)}`, 'latin1').toString('base64')}`;
export const newMid = (random: Random): string => `m_${random.word(86)}`;
export const newTrace = (random: Random): string => `A${random.word(22)}`;
