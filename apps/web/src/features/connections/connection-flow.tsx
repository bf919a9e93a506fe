import { FlowField } from '../../entities/flows/flow-field.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { flowTexts } from './connection-flow.texts.ts';
import type { ConnectionForm } from './connection-form.ts';

/** The flows that start by themselves when no phrase of the customer starts another one. */
export function ConnectionFlow({ form }: { form: ConnectionForm }) {
  const t = useTexts(flowTexts);
  return (['flowIdWelcome', 'flowIdNotPhrase'] as const).map((field) => (
    <FlowField
      key={field}
      label={t(field)}
      hint={t(`${field}Hint`)}
      none={t('none')}
      value={Number(form.watch(field)) || null}
      onChange={form.set(field)}
      error={form.error(field)}
    />
  ));
}
