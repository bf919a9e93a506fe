/** News that is shown together: at once when it is little, seldom when it is much. */

/** What comes alone is shown after this time… */
const GATHER_MS = 80;
/** …while more and more comes, once in this one: each showing costs a pass and a painting… */
const BURST_MS = 500;
/** …and when more of what can wait has come until then than anybody could follow, this much later still. */
const FLOOD_MS = 1500;
const FLOOD = 3;

export interface Gathering<News> {
  /** What somebody did is looked for at once; what customers say can wait while they all speak. */
  add(news: News, canWait: boolean): void;
  /** What has not been shown is dropped. */
  stop(): void;
}

export function createGathering<News>(show: (gathered: readonly News[]) => void): Gathering<News> {
  let waiting: News[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let calmAt = -Infinity;
  let isUrgent = false;

  function showAll() {
    const gathered = waiting;
    waiting = [];
    timer = undefined;
    isUrgent = false;
    calmAt = Date.now() + BURST_MS;
    show(gathered);
  }
  function look() {
    if (waiting.length > FLOOD && !isUrgent) timer = setTimeout(showAll, FLOOD_MS);
    else showAll();
  }
  return {
    add(news, canWait) {
      waiting.push(news);
      isUrgent ||= !canWait;
      timer ??= setTimeout(look, Math.max(GATHER_MS, calmAt - Date.now()));
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    },
  };
}
