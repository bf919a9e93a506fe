import { isVariableName } from '../variables.ts';
import { goOn, next, type NodeKind } from './node-kind.ts';

/** Sets variables and fields of the contact. Later entries see the values of earlier ones. */
export const data: NodeKind<'data'> = {
  defaults: () => ({ entries: [{ target: 'variable', key: '', value: '' }] }),
  ports: () => [next],
  inspect({ entries }, inspector) {
    inspector.required('entries', entries);
    entries.forEach((entry, index) => {
      if (entry.target === 'contact') return inspector.required(`entries.${index}.value`, entry.value);
      inspector.required(`entries.${index}.key`, entry.key);
      if (entry.target === 'variable' && entry.key !== '' && !isVariableName(entry.key))
        inspector.error('invalidData', `entries.${index}.key`, entry.key);
    });
  },
  texts: ({ entries }) => entries.map(({ value }) => value),
  sets: ({ entries }) => entries.flatMap((entry) => (entry.target === 'variable' ? [entry.key] : [])),
  enter({ entries }, context) {
    for (const entry of entries) {
      const value = context.fillIn(entry.value);
      if (entry.target === 'variable') context.setVariable(entry.key, value);
      else if (entry.target === 'extra') context.perform({ type: 'extraField', key: entry.key, value });
      // A contact keeps its name and e-mail rather than losing them to an empty value.
      else if (value.trim() !== '') context.perform({ type: 'field', field: entry.field, value });
    }
    return goOn;
  },
};
