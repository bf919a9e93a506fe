import { drawMenu, parseChoice } from '../../bot/menu.ts';
import { fold } from '../../text/fold.ts';
import type { NodeData, Port } from '../document.ts';
import type { Content, TraceReason } from '../run.ts';
import { flowTexts } from '../texts.ts';
import { exitTitle, mentionsExit } from './exit.ts';
import {
  failed,
  leave,
  timeout,
  type Message,
  type NodeBehavior,
  type NodeDescription,
  type Outcome,
  type NodeContext,
} from './node-kind.ts';
import { answerTimeout, answerWait } from './pause.ts';

/** The port of option n of a menu. */
export const optionPort = (number: number): string => `a${number}`;

/** Lets the customer choose one of numbered options; each is an exit. */
export const menu: NodeDescription<'menu'> = {
  defaults: () => ({
    message: '',
    options: [{ number: 1, value: '' }],
    form: null,
    tries: 3,
    timeoutMinutes: null,
    showsExit: true,
  }),
  ports: ({ options }) => [
    ...options.map(({ number, value }): Port => ({ id: optionPort(number), kind: 'choice', label: value })),
    failed,
    timeout,
  ],
  inspect({ message, options }, inspector) {
    inspector.required('message', message);
    inspector.required('options', options);
    options.forEach(({ value }, index) => inspector.required(`options.${index}.value`, value));
  },
  texts: ({ message, options }) => [message, ...options.map(({ value }) => value)],
  pauses: 'answer',
};
export const menuBehavior: NodeBehavior<'menu'> = {
  enter: (data, context) => ask(data, context, context.fillIn(data.message)),
  receive(data, context, input) {
    const index = chosenIndex(data, context, input);
    const option = index === undefined ? undefined : data.options[index];
    if (option) return leave(optionPort(option.number), 'choice');
    if (context.countTry() >= data.tries) return leave(failed.id, 'triesUsedUp');
    return ask(data, context, flowTexts.notAnOption, 'notAnOption');
  },
  wake: (_, context) => answerTimeout(context),
};

function ask(data: NodeData['menu'], context: NodeContext, text: string, reason?: TraceReason): Outcome {
  const { settings, channel } = context.facts;
  const exitWords = data.showsExit ? settings.exitWords : [];
  const reply = drawMenu(
    { text, names: titlesOf(data, context), canGoBack: false, leaveTitle: exitTitle(context.settings) },
    { settings: { form: data.form ?? settings.form, exitWords }, draws: channel.draws },
  );
  if (reply.kind === 'text') context.send({ type: 'text', text: reply.text });
  else if (reply.kind !== 'file' && reply.kind !== 'file-list') context.send(contentOf(reply));
  const hasExit = exitWords.length > 0 || mentionsExit(data.message, settings.exitWords);
  const wait = answerWait(context, data.timeoutMinutes, hasExit);
  return { type: 'wait', wait, ...(reason && { reason }) };
}
const contentOf = ({
  kind,
  text,
  choices,
}: {
  kind: 'list' | 'buttons';
  text: string;
  choices: readonly { id: string; title: string }[];
}): Content => ({ type: kind, text, choices });

const titlesOf = ({ options }: NodeData['menu'], context: NodeContext): string[] =>
  options.map(({ value }) => context.fillIn(value));

/** The number, its keycap, the id of a list entry or the title. */
function chosenIndex(data: NodeData['menu'], context: NodeContext, { text, choiceId }: Message): number | undefined {
  const byNumber = parseChoice(choiceId ?? text, data.options.length) ?? parseChoice(text, data.options.length);
  if (byNumber !== undefined) return byNumber;
  const typed = fold(text.trim());
  if (typed === '') return undefined;
  const byTitle = titlesOf(data, context).findIndex((title) => fold(title.trim()) === typed);
  return byTitle === -1 ? undefined : byTitle;
}
