import { diff } from '@balcao/domain/flow/diff';
import type { NodeType } from '@balcao/domain/flow/document';
import { describe, expect, it } from 'vitest';
import { aDoc, aNode, someReferences } from '../../../testing/flows.ts';
import { createFieldDescriber } from './changed-fields.ts';

const describeFields = createFieldDescriber('pt', someReferences());
/** The changes of one node, as `label: before → after`. */
function changesOf(type: NodeType, before: object, after: object): string[] {
  const doc = (data: object) => aDoc([aNode(type, 'n', data)]);
  const { changed } = diff(doc(before), doc(after));
  return describeFields(changed[0]?.fields ?? [], type).map(
    (field) => `${field.label}: ${field.before} → ${field.after}`,
  );
}

describe('changed fields in words', () => {
  it.each<[NodeType, object, object, string[]]>([
    ['message', { text: 'Olá!' }, { text: 'Bom dia!' }, ['Texto: Olá! → Bom dia!']],
    ['queue', { queueId: 1 }, { queueId: 2 }, ['Fila: Vendas → Suporte']],
    ['queue', { queueId: 1 }, { queueId: 99 }, ['Fila: Vendas → não existe mais']],
    ['queue', { queueId: null }, { queueId: 2 }, ['Fila: Sem fila → Suporte']],
    ['tag', { add: [] }, { add: [3] }, ['Pôr estas tags: vazio → VIP']],
    ['close', { mode: 'farewell' }, { mode: 'silent' }, ['Como resolver: Com a despedida → Sem mensagem']],
    ['flow', { mode: 'call' }, { mode: 'jump' }, ['Depois: volta para cá → não volta']],
    ['audio', { record: true }, { record: false }, ['Enviar como audio gravado na hora: Sim → Não']],
    [
      'menu',
      { options: [{ number: 1, value: 'Preços' }] },
      {
        options: [
          { number: 1, value: 'Valores' },
          { number: 2, value: 'Pedido' },
        ],
      },
      ['Opção 1: Preços → Valores', 'Opção 2: vazio → Pedido'],
    ],
    [
      'singleBlock',
      { blocks: [{ id: 'message1', type: 'text', text: 'Oi' }] },
      {
        blocks: [
          { id: 'message1', type: 'text', text: 'Olá' },
          { id: 'interval1', type: 'interval', seconds: 5 },
        ],
      },
      ['Conteúdo 1, Texto: Oi → Olá', 'Conteúdo 2: vazio → 5'],
    ],
    [
      'condition',
      { rules: [] },
      { rules: [{ subject: 'contact.name', operator: 'equal', value: 'Ana' }] },
      ['Regra 1: vazio → nome do contato · é igual a · Ana'],
    ],
    [
      'img',
      { file: { name: 'a.png', original: 'loja.png' } },
      { file: { name: 'b.png', original: 'loja nova.png' } },
      ['Arquivo: loja.png → loja nova.png'],
    ],
    [
      'img',
      { file: { name: 'a.png', original: 'loja.png' } },
      { file: { name: 'b.png', original: 'loja.png' } },
      ['Arquivo:  → outro arquivo com o mesmo nome'],
    ],
  ])('%s: %j → %j', (type, before, after, expected) => {
    expect(changesOf(type, before, after)).toEqual(expected);
  });

  it('takes names of variables for what they are', () => {
    const rule = { subject: 'constructor', operator: 'equal', value: '__proto__' };
    expect(changesOf('condition', { rules: [] }, { rules: [rule] })).toEqual([
      'Regra 1: vazio → constructor · é igual a · __proto__',
    ]);
  });

  it('never shows where a key is stored', () => {
    expect(changesOf('openai', { apiKeyRef: null }, { apiKeyRef: 'ref-7731' })).toEqual([
      'Chave de API: vazio → guardada',
    ]);
  });

  it('names the settings of the flow', () => {
    const before = aDoc([]);
    const after = { ...before, settings: { ...before.settings, exit: 'close' as const, fallbackQueueId: 2 } };
    const { settings } = diff(before, after);
    expect(describeFields(settings, null).map((field) => `${field.label}: ${field.before} → ${field.after}`)).toEqual([
      'A palavra de saída: leva a uma pessoa → resolve a conversa',
      'Fila quando algo falha: Sem fila → Suporte',
    ]);
  });
});
