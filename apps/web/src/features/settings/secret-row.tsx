import { useState, type FormEvent } from 'react';
import { useSavePlatformSetting, type PlatformValue } from '../../entities/settings/platform-settings.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, IconButton, PasswordField, useToast } from '../../ui/index.ts';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';

export interface SecretRowProps {
  name:
    | 'eficlientid'
    | 'eficlientsecret'
    | 'efichavepix'
    | 'efipassphrase'
    | 'mpaccesstoken'
    | 'mpwebhooksecret'
    | 'stripeprivatekey'
    | 'asaastoken'
    | 'openaikeyaudio';
  value: PlatformValue | undefined;
}

/** A write-only key: shows only whether it is set and its last characters. */
export function SecretRow({ name, value }: SecretRowProps) {
  const t = useTexts(settingsTexts);
  const toast = useToast();
  const save = useSavePlatformSetting();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const label = t(name);
  const isSet = typeof value === 'object' && value?.isSet === true;

  const send = async (secret: string) => {
    setBusy(true);
    try {
      await save(name, secret);
      setTyped('');
      setConfirming(false);
      toast.done(t('platformSaved'));
    } catch (error) {
      // The typed key stays in the field, so that it need not be looked up again.
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') void send(typed.trim());
  };

  return (
    <form className={css.row} data-setting={name} onSubmit={submit} autoComplete="off">
      <div className={css.words}>
        <span className={css.label}>{label}</span>
        <p className={css.help}>
          {isSet ? t('keySet', { last4: value.last4 }) : t('keyMissing')}. {t('keyHint')}
        </p>
      </div>
      <div className={css.control}>
        <div className={css.secret}>
          <PasswordField
            label={label}
            placeholder={t('newKey')}
            value={typed}
            maxLength={4096}
            autoComplete="new-password"
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button
          type="submit"
          busy={isBusy}
          disabled={typed.trim() === ''}
          aria-label={t('saveKeyNamed', { name: label })}
        >
          {t('saveKey')}
        </Button>
        {isSet && (
          <IconButton icon="trash" label={t('removeKey', { name: label })} onClick={() => setConfirming(true)} />
        )}
      </div>
      {isConfirming && (
        <ConfirmDialog
          danger
          title={t('removeKeyTitle', { name: label })}
          text={t('removeKeyText')}
          verb={t('remove')}
          busy={isBusy}
          onConfirm={() => void send('')}
          onClose={() => setConfirming(false)}
        />
      )}
    </form>
  );
}
