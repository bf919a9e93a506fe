/** The keys of an official WhatsApp account: written here, never shown again, and held against the channel on demand. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { useEffect, useEffectEvent, useState } from 'react';
import { useUpdateConnection } from '../../entities/connections/connections.api.ts';
import {
  useCheckLinking,
  useLinking,
  type LinkingField,
  type LinkingFinding,
} from '../../entities/connections/linking.api.ts';
import { explain } from '../../lib/explain.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Icon, PasswordField, TextField, useToast } from '../../ui/index.ts';
import { linkingOf, type ConnectionForm } from './connection-form.ts';
import { Copyable } from './copyable.tsx';
import css from './linking.module.css';
import { linkingTexts } from './linking.texts.ts';

interface LinkingFieldsProps {
  form: ConnectionForm;
  /** None while it is being made. */
  connection: Connection | undefined;
  /** The channel is asked at once: somebody has just entered the keys. */
  checksFirst?: boolean;
}

export function LinkingFields({ form, connection, checksFirst = false }: LinkingFieldsProps) {
  const t = useTexts(linkingTexts);
  const language = useLanguage();
  const toast = useToast();
  const linking = useLinking(connection?.id);
  const { mutateAsync: save, isPending: isSaving } = useUpdateConnection();
  const check = useCheckLinking();
  const [findings, setFindings] = useState<readonly LinkingFinding[] | null>(null);

  const ask = async () => {
    if (!connection) return;
    try {
      const typed = linkingOf(form.watch());
      if (typed) {
        await save({ id: connection.id, linking: typed });
        // They are kept by now: what was typed is nobody's business any more.
        for (const field of Object.keys(typed) as LinkingField[]) form.begin(field, '');
      }
      const told = await check.mutateAsync(connection.id);
      setFindings(told.findings);
    } catch (refused) {
      toast.failed(refused);
    }
  };
  const askFirst = useEffectEvent(ask);
  useEffect(() => {
    if (checksFirst) void askFirst();
  }, [checksFirst]);

  const field = (
    name: LinkingField,
    hint?: 'phoneNumberIdHint' | 'wabaIdHint' | 'accessTokenHint' | 'verifyTokenHint',
  ) => {
    const kept = linking.data?.fields.find((one) => one.field === name);
    const found = findings?.find((one) => one.field === name);
    const typed = form.text(name);
    const told = found && explain(found.error, language);
    return {
      label: t(name),
      placeholder: kept?.isSet ? (kept.last4 ? t('isSet', { last4: `…${kept.last4}` }) : t('isSetPlain')) : undefined,
      autoComplete: 'off',
      spellCheck: false,
      ...typed,
      error: typed.error ?? told,
      hint: kept?.isSet ? t('keepsSet') : hint && t(hint),
    };
  };
  const elsewhere = findings?.filter(({ field: name }) => !isKnown(name)) ?? [];
  const webhook = linking.data?.webhook;
  return (
    <>
      <fieldset className={css.section}>
        <legend>{t('account')}</legend>
        <p>{t('accountText')}</p>
        <TextField inputMode="numeric" required={!connection} {...field('phoneNumberId', 'phoneNumberIdHint')} />
        <TextField inputMode="numeric" required={!connection} {...field('wabaId', 'wabaIdHint')} />
        <PasswordField required={!connection} {...field('accessToken', 'accessTokenHint')} />
        <details className={css.own} open={findings?.some(({ field: name }) => isOwn(name)) || undefined}>
          <summary>{t('ownApp')}</summary>
          <div>
            <p className="muted">{t('ownAppText')}</p>
            <PasswordField {...field('appSecret')} />
            <TextField {...field('verifyToken', 'verifyTokenHint')} />
          </div>
        </details>
        {connection && (
          <div className={css.check}>
            <Button icon="check-c" busy={isSaving || check.isPending} onClick={() => void ask()}>
              {t('check')}
            </Button>
            <span>{t('checkText')}</span>
          </div>
        )}
        <div role="status">
          {findings?.length === 0 && (
            <p className={css.well}>
              <Icon name="check-c" size={16} />
              {t('checkedWell')}
            </p>
          )}
          {findings && findings.length > 0 && (
            <div className={css.badly}>
              <Icon name="alert" size={16} />
              <div>
                <b>{t('checkedBadly')}</b>
                <ul>
                  {elsewhere.map(({ field: name, error }) => (
                    <li key={name}>{explain(error, language)}</li>
                  ))}
                  {findings.map(
                    ({ field: name, detail }) => detail && <li key={`${name} says`}>{t('metaSays', { detail })}</li>,
                  )}
                </ul>
              </div>
            </div>
          )}
        </div>
      </fieldset>
      {webhook && (
        <fieldset className={css.section}>
          <legend>{t('webhook')}</legend>
          <p>{t(webhook.isOfPlatform ? 'webhookOfPlatform' : 'webhookText')}</p>
          {!webhook.isOfPlatform && (
            <>
              <Copyable label={t('webhookUrl')} value={webhook.url} />
              <Copyable label={t('verifyToken')} value={webhook.verifyToken} />
            </>
          )}
        </fieldset>
      )}
    </>
  );
}

const isOwn = (name: string): boolean => name === 'appSecret' || name === 'verifyToken';
const isKnown = (name: string): boolean =>
  isOwn(name) || name === 'phoneNumberId' || name === 'wabaId' || name === 'accessToken';
