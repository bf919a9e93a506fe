import { holds, needsNoValue } from '../operators.ts';
import { valuesOf } from '../subject.ts';
import { leave, type NodeBehavior, type NodeDescription } from './node-kind.ts';

/** Compares variables and facts; the operators are a closed table. */
export const condition: NodeDescription<'condition'> = {
  defaults: () => ({ match: 'all', rules: [{ subject: '', operator: 'equal', value: '' }] }),
  ports: () => [
    { id: 'a', kind: 'yes' },
    { id: 'b', kind: 'no' },
  ],
  inspect({ rules }, inspector) {
    inspector.required('rules', rules);
    rules.forEach(({ subject, operator, value }, index) => {
      inspector.required(`rules.${index}.subject`, subject);
      if (!needsNoValue(operator)) inspector.required(`rules.${index}.value`, value);
    });
  },
  texts: ({ rules }) => rules.map(({ value }) => value),
};
export const conditionBehavior: NodeBehavior<'condition'> = {
  enter({ match, rules }, context) {
    const isTrue = (rule: (typeof rules)[number]): boolean =>
      holds(valuesOf(rule.subject, context.run, context.facts), rule.operator, context.fillIn(rule.value));
    return leave((match === 'all' ? rules.every(isTrue) : rules.some(isTrue)) ? 'a' : 'b');
  },
};
