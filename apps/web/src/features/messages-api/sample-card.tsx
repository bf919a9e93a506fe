import { useState } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { IconButton, Segments, useToast } from '../../ui/index.ts';
import css from './messages-api.module.css';
import { messagesApiTexts } from './messages-api.texts.ts';
import { sampleLanguages, sampleOf, type SampleLanguage } from './samples.ts';
import { SEND_PATH } from './send-message.ts';
import type { TypedCall } from './try-card.tsx';

const SAMPLE_NUMBER = '5500998124471';

/** The call of the form as code; what is not typed yet is an example. */
export function SampleCard({ typed: { fields, fileName } }: { typed: TypedCall }) {
  const t = useTexts(messagesApiTexts);
  const toast = useToast();
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const example = { number: SAMPLE_NUMBER, ...(fileName === undefined && { body: t('sampleText') }) };
  const code = sampleOf(language, {
    url: `${location.origin}/api${SEND_PATH}`,
    fields: { ...example, ...fields },
    fileName: fileName === '' ? t('sampleFile') : fileName,
  });
  const copy = () =>
    // The clipboard API exists only on secure pages.
    (navigator.clipboard?.writeText(code) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toast.done(t('copied')),
      () => toast.warn(t('copyFailed')),
    );
  return (
    <section className={css.card} aria-label={t('samples')}>
      <header className={css.head}>
        <Segments
          label={t('samples')}
          segments={sampleLanguages.map((key) => ({ key, label: t(key) }))}
          value={language}
          onChange={setLanguage}
        />
        <span className={css.same}>{t('sameAsForm')}</span>
        <IconButton icon="copy" label={t('copy')} onClick={() => void copy()} />
      </header>
      <pre className={css.sample}>{code}</pre>
    </section>
  );
}
