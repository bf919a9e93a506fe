import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  actionTools,
  markersOf,
  noActions,
  parseMarker,
  parseToolCall,
  TRANSFER_MARKER,
  type AllowedActions,
} from './actions.ts';

/** Any UTF-16 units, halves of characters included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

const allowed: AllowedActions = {
  queues: [
    { id: 1, name: 'Vendas' },
    { id: 2, name: 'Vendas Sul' },
  ],
  tags: [{ id: 7, name: 'Urgência' }],
  canClose: true,
};

describe('functions for a model', () => {
  it('name exactly what is allowed', () => {
    expect(actionTools(allowed).map(({ name, parameters }) => [name, parameters.properties])).toEqual([
      ['transfer', { queue: { type: 'string', enum: ['Vendas', 'Vendas Sul'], description: 'Nome da fila' } }],
      ['tag', { tag: { type: 'string', enum: ['Urgência'], description: 'Nome da tag' } }],
      ['close', {}],
    ]);
    expect(actionTools(noActions)).toEqual([]);
  });

  it.each([
    ['transfer', { queue: 'Vendas Sul' }, { type: 'transfer', queueId: 2 }],
    ['transfer', { queue: ' vendas ' }, { type: 'transfer', queueId: 1 }],
    ['tag', { tag: 'URGENCIA' }, { type: 'tag', tagId: 7 }],
    ['close', {}, { type: 'close' }],
    ['close', undefined, { type: 'close' }],
  ])('%s with %j is understood', (name, args, action) => expect(parseToolCall(name, args, allowed)).toEqual(action));

  it.each([
    ['transfer', { queue: 'Diretoria' }],
    ['transfer', { queueId: 1 }],
    ['transfer', { queue: 1 }],
    ['transfer', { queue: '' }],
    ['transfer', null],
    ['transfer', 'Vendas'],
    ['transfer', { __proto__: { queue: 'Vendas' } }],
    ['tag', { tag: 'Vendas' }],
    ['delete', {}],
    ['constructor', {}],
    ['', {}],
  ])('%s with %j is nothing [AI-02]', (name, args) => expect(parseToolCall(name, args, allowed)).toBeUndefined());

  it('nothing is understood if nothing is allowed [AI-02]', () => {
    for (const [name, args] of [
      ['transfer', { queue: 'Vendas' }],
      ['tag', { tag: 'Urgência' }],
      ['close', {}],
    ] as const)
      expect(parseToolCall(name, args, noActions)).toBeUndefined();
  });
});

describe('markers', () => {
  it.each([
    [`${TRANSFER_MARKER}. Um momento!`, { text: 'Um momento!', action: { type: 'transfer', queueId: 1 } }],
    [
      'ação: transferir para o setor de atendimento\nUm momento!',
      { text: 'Um momento!', action: { type: 'transfer', queueId: 1 } },
    ],
    ['Ação: Transferir para a fila Vendas Sul: já vai', { text: 'já vai', action: { type: 'transfer', queueId: 2 } }],
    ['Ação: Transferir para a fila Vendas. Ok', { text: 'Ok', action: { type: 'transfer', queueId: 1 } }],
    ['Ação: Marcar com a tag Urgência - anotado', { text: 'anotado', action: { type: 'tag', tagId: 7 } }],
    ['Ação: Encerrar a conversa', { text: '', action: { type: 'close' } }],
    ['Ação: Encerrar a conversa'.normalize('NFD'), { text: '', action: { type: 'close' } }],
  ])('at the start of «%s» act and are removed', (reply, expected) =>
    expect(parseMarker(reply, allowed)).toEqual(expected),
  );

  it.each([
    `Claro. ${TRANSFER_MARKER}`,
    `"${TRANSFER_MARKER}" é o que você pediu`,
    'Ação: Transferir para a fila Diretoria',
    'Ação: Transferir para a fila Vendassul',
    'Ação: Apagar tudo',
    'Transferir para o setor de atendimento',
  ])('elsewhere, or of another form, are text: «%s» [AI-02]', (reply) =>
    expect(parseMarker(reply, allowed)).toEqual({ text: reply }),
  );

  it('of a prompt without actions are text [AI-02]', () => {
    expect(parseMarker(TRANSFER_MARKER, noActions)).toEqual({ text: TRANSFER_MARKER });
    expect(markersOf(noActions)).toEqual([]);
  });

  it('never act on a target that is not listed', () => {
    const ids = new Set(markersOf(allowed).map(({ action }) => JSON.stringify(action)));
    const start = fc.constantFrom(
      '',
      'Ação: ',
      'Ação: Transferir para a fila ',
      ...markersOf(allowed).map(({ marker }) => marker),
    );
    fc.assert(
      fc.property(start, anyText, (before, after) => {
        const { action } = parseMarker(before + after, allowed);
        expect(action === undefined || ids.has(JSON.stringify(action))).toBe(true);
      }),
    );
  });
});
