import { HoursField } from '../../entities/hours/hours-field.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { formTexts } from './connection-form.texts.ts';
import type { ConnectionForm } from './connection-form.ts';

/** Business hours of the connection, up to two shifts a day. */
export function ConnectionHours({ form }: { form: ConnectionForm }) {
  const t = useTexts(formTexts);
  return <HoursField label={t('hours')} text={t('hoursText')} form={form} />;
}
