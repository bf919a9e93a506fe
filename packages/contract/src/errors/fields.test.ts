import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { QueueDraft } from '../endpoints/queues.ts';
import { TagDraft } from '../endpoints/tags.ts';
import { UserDraft } from '../endpoints/access.ts';
import { color, clockTime, id, requiredText } from '../kernel/schemas.ts';
import { fieldErrors } from './fields.ts';

const errorsOf = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value, { reportInput: true });
  return result.success ? [] : fieldErrors(result.error.issues);
};
const ruleOf = (schema: z.ZodType, value: unknown) => errorsOf(z.object({ field: schema }), { field: value })[0]?.rule;

describe('field errors from zod issues', () => {
  it.each([
    [requiredText(2, 5), undefined, 'required'],
    [requiredText(2, 5), null, 'required'],
    [requiredText(2, 5), '', 'required'],
    [requiredText(2, 5), 'a', 'tooShort'],
    [requiredText(2, 5), 'abcdef', 'tooLong'],
    [requiredText(2, 5), 7, 'invalid'],
    [requiredText(2, 5), 'a\0b', 'invalid'],
    [z.email(), 'not one', 'email'],
    [z.email(), '', 'required'],
    [color, 'blue', 'colour'],
    [color, '', 'required'],
    [clockTime, '25:00', 'time'],
    [clockTime, '', 'required'],
    [z.number(), 'x', 'number'],
    [z.number().int(), 1.5, 'number'],
    [z.number().min(5), 1, 'tooSmall'],
    [z.number().max(5), 9, 'tooLarge'],
    [z.enum(['a', 'b']), 'c', 'choice'],
    [z.enum(['a', 'b']), undefined, 'required'],
    [z.literal(true), false, 'choice'],
    [z.array(z.string()).min(1), [], 'required'],
    [z.array(z.string()).max(1), ['a', 'b'], 'tooLong'],
    [id, 'abc', 'number'],
    [id, undefined, 'required'],
    [z.union([z.literal(''), z.number().min(3)]), 1, 'tooSmall'],
    [z.string().refine(() => false, { params: { rule: 'taken' } }), 'x', 'taken'],
    [z.string().refine(() => false, { params: { rule: '__proto__' } }), 'x', 'invalid'],
    [z.string().refine(() => false), 'x', 'invalid'],
  ])('case %#: %j', (schema, value, rule) => {
    expect(ruleOf(schema, value)).toBe(rule);
  });

  it('give one error per field, with its path', () => {
    expect(errorsOf(TagDraft, { name: 'ab', color: 'azul', timeLane: -1 })).toEqual([
      { field: 'name', rule: 'tooShort' },
      { field: 'color', rule: 'colour' },
      { field: 'timeLane', rule: 'tooSmall' },
    ]);
    const day = {
      weekday: 'Segunda',
      weekdayEn: 'monday',
      startTimeA: '8h',
      endTimeA: '12:00',
      startTimeB: '',
      endTimeB: '',
    };
    expect(errorsOf(QueueDraft, { name: 'Fila', color: '#123456', schedules: [day] })).toEqual([
      { field: 'schedules.0.startTimeA', rule: 'time' },
    ]);
    expect(errorsOf(UserDraft, {}).map(({ field, rule }) => `${field} ${rule}`)).toEqual([
      'name required',
      'email required',
      'password required',
    ]);
  });

  it('refer to the whole body if it is not an object', () => {
    for (const body of [[], 'x', 1, true]) expect(errorsOf(TagDraft, body)).toEqual([{ field: '', rule: 'invalid' }]);
  });
});
