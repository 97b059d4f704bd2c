// Says on cached pages whether the office is open (`open-line.ts`). Without scripting, built pages hide the line.
import { openInWords, openState } from '../firm/open-state.ts'

const line = document.querySelector('[data-open]')
const data = JSON.parse(line.dataset.open)
const show = () => {
  const text = openInWords(openState(data, new Date()), data.words, document.documentElement.lang)
  if (line.textContent !== text) line.textContent = text
}
show()
// The office may open or close while a page is shown.
setInterval(show, 20_000)
