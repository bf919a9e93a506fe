import { describe, expect, it } from 'vitest';
import {
  branchErrorOf,
  changed,
  countOf,
  droppedOn,
  isValidTree,
  moved,
  newBranch,
  sendableTree,
  withChild,
  without,
  withNext,
  type Branch,
  type Move,
} from './option-tree.ts';

const aBranch = (name: string, ...options: Branch[]): Branch => ({ ...newBranch(), key: name, name, options });
const tree = () => [
  aBranch('Preços', aBranch('Armações'), aBranch('Lentes', aBranch('Multifocais'))),
  aBranch('Trocas'),
  aBranch('Endereço'),
];
/** Format: «Preços(Armações Lentes(Multifocais)) Trocas Endereço» */
const drawn = (branches: readonly Branch[]): string =>
  branches.map(({ name, options }) => name + (options.length > 0 ? `(${drawn(options)})` : '')).join(' ');

describe('moving an option', () => {
  it.each<[string, Move, string]>([
    ['Trocas', 'up', 'Trocas Preços(Armações Lentes(Multifocais)) Endereço'],
    ['Trocas', 'down', 'Preços(Armações Lentes(Multifocais)) Endereço Trocas'],
    ['Preços', 'up', 'Preços(Armações Lentes(Multifocais)) Trocas Endereço'],
    ['Endereço', 'down', 'Preços(Armações Lentes(Multifocais)) Trocas Endereço'],
    ['Lentes', 'up', 'Preços(Lentes(Multifocais) Armações) Trocas Endereço'],
    ['Trocas', 'in', 'Preços(Armações Lentes(Multifocais) Trocas) Endereço'],
    ['Armações', 'in', 'Preços(Armações Lentes(Multifocais)) Trocas Endereço'],
    ['Multifocais', 'out', 'Preços(Armações Lentes Multifocais) Trocas Endereço'],
    ['Lentes', 'out', 'Preços(Armações) Lentes(Multifocais) Trocas Endereço'],
    ['Trocas', 'out', 'Preços(Armações Lentes(Multifocais)) Trocas Endereço'],
  ])('moves %s %s: %s', (name, move, expected) => expect(drawn(moved(tree(), name, move))).toBe(expected));

  it.each([
    ['Preços', 'Endereço', 'Trocas Endereço Preços(Armações Lentes(Multifocais))'],
    ['Endereço', 'Preços', 'Endereço Preços(Armações Lentes(Multifocais)) Trocas'],
    ['Endereço', 'Lentes', 'Preços(Armações Endereço Lentes(Multifocais)) Trocas'],
    ['Multifocais', 'Trocas', 'Preços(Armações Lentes) Multifocais Trocas Endereço'],
    ['Preços', 'Multifocais', 'Preços(Armações Lentes(Multifocais)) Trocas Endereço'],
  ])('drops %s on %s: %s', (name, target, expected) => expect(drawn(droppedOn(tree(), name, target))).toBe(expected));

  it('refuses more than five levels, by button and by drop', () => {
    const deep = [aBranch('a', aBranch('b', aBranch('c', aBranch('d', aBranch('e'))))), aBranch('f', aBranch('g'))];
    expect(drawn(droppedOn(deep, 'f', 'e'))).toBe(drawn(deep));
    expect(
      drawn(moved([aBranch('a', aBranch('b', aBranch('c', aBranch('d', aBranch('e'), aBranch('f')))))], 'f', 'in')),
    ).toBe('a(b(c(d(e f))))');
  });
});

describe('option tree', () => {
  it('adds options behind or inside another, changes them and removes them with their descendants', () => {
    const grown = withChild(withNext(tree(), 'Armações', aBranch('Óculos de sol')), 'Trocas', aBranch('Prazo'));
    expect(drawn(grown)).toBe('Preços(Armações Óculos de sol Lentes(Multifocais)) Trocas(Prazo) Endereço');
    expect(drawn(changed(grown, 'Prazo', { name: 'Prazos' }))).toContain('Trocas(Prazos)');
    expect(countOf(without(grown, 'Preços'))).toBe(3);
  });

  it('sends options without a name only if they have named descendants [M-140]', () => {
    const typed = [aBranch('Preços', aBranch('  ')), aBranch(''), aBranch('', aBranch('Garantia'))];
    expect(sendableTree(typed).map(({ name, options }) => [name, options.length])).toEqual([
      ['Preços', 0],
      ['', 1],
    ]);
    expect(typed.map(branchErrorOf)).toEqual([null, null, 'required']);
    expect(sendableTree(typed)[0]).not.toHaveProperty('key');
  });

  it('requires a name of four letters and a target [M-140] [M-141]', () => {
    expect(branchErrorOf(aBranch('SAC'))).toBe('tooShort');
    expect(branchErrorOf({ ...aBranch('Vendas'), queueType: 'queue' })).toBe('target');
    expect(branchErrorOf({ ...aBranch('Vendas'), queueType: 'queue', optQueueId: 2 })).toBeNull();
    expect(branchErrorOf({ ...aBranch('Caio'), queueType: 'attendent', optQueueId: 2 })).toBe('target');
    expect(branchErrorOf({ ...aBranch('Orçamento'), queueType: 'integration' })).toBe('target');
    expect(branchErrorOf({ ...aBranch('Orçamento'), queueType: 'integration', optFlowId: 8 })).toBeNull();
    expect(isValidTree([aBranch('Preços', aBranch('Ar'))])).toBe(false);
    expect(isValidTree(tree())).toBe(true);
  });
});
