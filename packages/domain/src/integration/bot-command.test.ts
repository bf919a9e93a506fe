import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseBotCommand } from './bot-command.ts';

it.each([
  ['#{"stopBot":true}', { type: 'stop' }],
  [' #{"queueId":3}\n', { type: 'transfer', queueId: 3, userId: null }],
  ['#{"queueId":"3","userId":"8"}', { type: 'transfer', queueId: 3, userId: 8 }],
  ['#{"stopBot":true,"queueId":3}', { type: 'transfer', queueId: 3, userId: null }],
])('%s is a command', (text, command) => expect(parseBotCommand(text)).toEqual(command));

it.each([
  'Olá',
  '{"stopBot":true}',
  '#promoção',
  '#{"stopBot":false}',
  '#{"stopBot":"true"}',
  '#{"queueId":-1}',
  '#{"queueId":1.5}',
  '#{"queueId":1e30}',
  '#{"queueId":"1; drop"}',
  '#{"userId":3}',
  '#[1]',
  '#null',
  '#{',
  `#{"queueId":1,"x":"${'a'.repeat(600)}"}`,
  'Veja #{"stopBot":true}',
])('%.40s is a text', (text) => expect(parseBotCommand(text)).toBeUndefined());

it('never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseBotCommand(`#${text}`)));
});
