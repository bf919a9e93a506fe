/** The /messages-api screen: the send API for other programs, with a form that calls it and the same call as code. */
import { useState } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon, Page } from '../../ui/index.ts';
import css from './messages-api.module.css';
import { messagesApiTexts } from './messages-api.texts.ts';
import { ReferenceCard } from './reference-card.tsx';
import { SampleCard } from './sample-card.tsx';
import { TokensCard } from './tokens-card.tsx';
import { TryCard, type TypedCall } from './try-card.tsx';

export function MessagesApiPage() {
  const t = useTexts(messagesApiTexts);
  const [typed, setTyped] = useState<TypedCall>({ fields: {} });
  return (
    <Page
      title={t('title')}
      actions={
        <a className={css.reference} href="/docs" target="_blank" rel="noreferrer">
          <Icon name="external" size={16} />
          {t('reference')}
        </a>
      }
    >
      <div className={css.columns}>
        <div className={css.column}>
          <TokensCard />
          <ReferenceCard />
        </div>
        <div className={css.column}>
          <TryCard onTyped={setTyped} />
          <SampleCard typed={typed} />
        </div>
      </div>
    </Page>
  );
}
