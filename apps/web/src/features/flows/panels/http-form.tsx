/** The form of a call to a service of the company. */
import {
  MAX_HEADERS,
  MAX_JSON_LENGTH,
  MAX_KEY_LENGTH,
  MAX_SELECTIONS,
  MAX_URL_LENGTH,
} from '@balcao/domain/flow/bounds';
import { httpMethods, type HeaderTemplate, type Json, type Selection } from '@balcao/domain/integration/http-call';
import { valueAt } from '@balcao/domain/integration/json-values';
import { useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, SelectField, TextArea, TextField } from '../../../ui/index.ts';
import type { FormProps } from './form.ts';
import { KeyField } from './key-field.tsx';
import css from './panels.module.css';
import { RowFrame } from './row-frame.tsx';
import { serviceTexts } from './service.texts.ts';
import { MessageText, ValueText } from './text-field.tsx';

export function HttpForm(props: FormProps<'http'>) {
  const { data, set, errors } = props;
  const t = useTexts(serviceTexts);
  return (
    <>
      <SelectField
        label={t('method')}
        options={httpMethods.map((method) => ({ value: method, label: method }))}
        value={data.method}
        onChange={(method) => set({ method })}
      />
      <ValueText
        label={t('url')}
        required
        hint={t('urlHint')}
        maxLength={MAX_URL_LENGTH}
        value={data.url}
        error={errors.get('url')}
        onChange={(url) => set({ url })}
      />
      <Headers {...props} />
      {data.method !== 'GET' && (
        <MessageText
          label={t('body')}
          hint={t('bodyHint')}
          rows={5}
          maxLength={MAX_JSON_LENGTH}
          value={data.body}
          error={errors.get('body') ?? (isJson(data.body) ? undefined : t('notJson'))}
          onChange={(body) => set({ body })}
        />
      )}
      <Selections {...props} />
      <TextArea
        label={t('sample')}
        hint={t('sampleHint')}
        rows={4}
        maxLength={MAX_JSON_LENGTH}
        value={data.sample}
        error={isJson(data.sample) ? undefined : t('notJson')}
        onChange={(event) => set({ sample: event.target.value })}
      />
    </>
  );
}

function Headers({ data, set, errors, keys }: FormProps<'http'>) {
  const t = useTexts(serviceTexts);
  const [host] = useState(() => hostOf(data.url));
  const { headers } = data;
  const change = (at: number, header: HeaderTemplate) => set({ headers: headers.with(at, header) });
  return (
    <div className={css.rows} role="group" aria-label={t('headers')}>
      {headers.map((header, at) => (
        <RowFrame
          key={at}
          title={t('header', { number: at + 1 })}
          onRemove={() => set({ headers: headers.toSpliced(at, 1) })}
        >
          <TextField
            label={t('headerName')}
            required
            maxLength={60}
            value={header.name}
            error={errors.get(`headers.${at}.name`)}
            onChange={(event) => change(at, { ...header, name: event.target.value.trim() })}
          />
          <SelectField
            label={t('headerKind')}
            options={[
              { value: 'text', label: t('headerText') },
              { value: 'key', label: t('headerKey') },
            ]}
            value={'keyRef' in header ? 'key' : 'text'}
            onChange={(kind) =>
              change(at, kind === 'key' ? { name: header.name, keyRef: '' } : { name: header.name, value: '' })
            }
          />
          {'keyRef' in header ? (
            <KeyField
              label={t('headerKey')}
              required
              keys={keys}
              keyRef={header.keyRef}
              error={errors.get(`headers.${at}.keyRef`)}
              hint={
                host !== '' && hostOf(data.url) !== host && header.keyRef !== '' && !keys.typed.has(header.keyRef)
                  ? t('keyOtherHost', { host })
                  : undefined
              }
              onChange={(keyRef) => change(at, { name: header.name, keyRef: keyRef ?? '' })}
            />
          ) : (
            <ValueText
              label={t('headerValue')}
              value={header.value}
              onChange={(value) => change(at, { name: header.name, value })}
            />
          )}
        </RowFrame>
      ))}
      <Button
        icon="plus"
        disabled={headers.length >= MAX_HEADERS}
        onClick={() => set({ headers: [...headers, { name: '', value: '' }] })}
      >
        {t('addHeader')}
      </Button>
    </div>
  );
}

function Selections({ data, set, errors }: FormProps<'http'>) {
  const t = useTexts(serviceTexts);
  const { select } = data;
  const sample = jsonOf(data.sample);
  const change = (at: number, to: Partial<Selection>) => set({ select: select.with(at, { ...select[at]!, ...to }) });
  const hintOf = (pointer: string): string => {
    if (sample === undefined) return t('pointerHint');
    const value = valueAt(sample, pointer);
    return value === '' ? t('sampleNothing') : t('sampleValue', { value: value.slice(0, 60) });
  };
  return (
    <div className={css.rows} role="group" aria-label={t('select')}>
      {select.map(({ name, pointer }, at) => (
        <RowFrame
          key={at}
          title={t('selection', { number: at + 1 })}
          onRemove={() => set({ select: select.toSpliced(at, 1) })}
        >
          <TextField
            label={t('selectName')}
            required
            maxLength={MAX_KEY_LENGTH}
            value={name}
            error={errors.get(`select.${at}.name`)}
            onChange={(event) => change(at, { name: event.target.value.replaceAll(/\W/g, '') })}
          />
          <TextField
            label={t('selectPointer')}
            hint={hintOf(pointer)}
            value={pointer}
            error={errors.get(`select.${at}.pointer`)}
            onChange={(event) => change(at, { pointer: event.target.value.trim() })}
          />
        </RowFrame>
      ))}
      <Button
        icon="plus"
        disabled={select.length >= MAX_SELECTIONS}
        onClick={() => set({ select: [...select, { name: '', pointer: '' }] })}
      >
        {t('addSelection')}
      </Button>
    </div>
  );
}

/** Undefined for a text that is no JSON. */
function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
const isJson = (text: string): boolean => text.trim() === '' || jsonOf(text) !== undefined;
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');
