/** Eight-letter code to type into a phone that cannot scan this screen, for example because it shows it. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { completePhone } from '@balcao/domain/phone/parse-phone';
import { useState } from 'react';
import { useDefaultCountry } from '../../entities/contacts/phone-field.tsx';
import { formatPhone } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, NumberedSteps, TextField } from '../../ui/index.ts';
import { connectionTexts } from './connections.texts.ts';
import css from './qr-dialog.module.css';

interface PairingCodeProps {
  connection: Connection;
  /** A code was requested. */
  busy: boolean;
  onCreate: (number: string) => void;
}

export function PairingCode({ connection, busy, onCreate }: PairingCodeProps) {
  const t = useTexts(connectionTexts);
  const [number, setNumber] = useState(formatPhone(connection.number));
  const [tried, setTried] = useState(false);
  const phone = completePhone(number, useDefaultCountry());
  const code = busy ? '' : (connection.pairingCode ?? '');
  const createCode = () => {
    setTried(true);
    if (phone !== undefined) onCreate(phone);
  };
  return (
    <div className={css.sides}>
      <NumberedSteps steps={[t('qrStep1'), t('qrStep2'), t('pairStep3'), t('pairStep4')]} />
      <div className={css.frame}>
        <output className={css.letters} aria-label={t('pairCode')} aria-live="polite" aria-busy={busy}>
          {code === '' ? <span aria-hidden="true">····-····</span> : spaced(code)}
        </output>
        <div className={css.number}>
          <TextField
            label={t('pairNumber')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            data-autofocus
            value={number}
            hint={t('pairNumberHint')}
            error={tried && phone === undefined && t('pairNumberWrong')}
            onChange={(event) => setNumber(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              createCode();
            }}
          />
          <Button kind={code === '' ? 'primary' : 'default'} busy={busy} onClick={createCode}>
            {t(code === '' ? 'pairMake' : 'qrRenew')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Grouped four and four, as phones show the input. */
const spaced = (code: string): string => (code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code);
