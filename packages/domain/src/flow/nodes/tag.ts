import { goOn, next, type NodeKind } from './node-kind.ts';

/** Adds tags to the contact and removes others. Removed tags are skipped. */
export const tag: NodeKind<'tag'> = {
  defaults: () => ({ add: [], remove: [] }),
  ports: () => [next],
  inspect({ add, remove }, inspector) {
    inspector.required('add', [...add, ...remove]);
    add.forEach((id, index) => inspector.reference('tags', `add.${index}`, id));
    remove.forEach((id, index) => inspector.reference('tags', `remove.${index}`, id));
  },
  enter({ add, remove }, context) {
    const { tags } = context.facts.references;
    const existing = (ids: readonly number[]): number[] => ids.filter((id) => tags.has(id));
    const effect = { type: 'tag' as const, add: existing(add), remove: existing(remove) };
    if (effect.add.length + effect.remove.length < add.length + remove.length) context.skip('tagMissing');
    if (effect.add.length + effect.remove.length > 0) context.perform(effect);
    return goOn;
  },
};
