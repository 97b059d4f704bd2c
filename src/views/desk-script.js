// News at the desk: `src/desk/news.ts` makes the region, and answers what is asked here.
;(() => {
  const region = document.querySelector('[data-news]')
  if (!region) return
  const { news, every, list } = region.dataset
  const title = document.title
  let timer
  let isOver = false

  const tell = (text, href, label) => {
    if (region.textContent === text + label) return
    const link = document.createElement('a')
    link.href = href
    link.textContent = label
    region.replaceChildren(text, link)
  }

  const ask = async () => {
    clearTimeout(timer)
    // A hidden page waits until it is visible again.
    if (isOver || document.hidden) return
    const response = await fetch(news, { redirect: 'manual' }).catch(() => null)
    clearTimeout(timer)
    // The desk sends to the sign-in page.
    if (response?.type === 'opaqueredirect') {
      isOver = true
      document.title = title
      return tell('Your session has ended, so new inquiries are not shown. ', location.href, 'Sign in again')
    }
    const answer = response?.ok ? await response.json().catch(() => null) : null
    if (answer) {
      const { count, more } = answer
      const number = more ? `${count}+` : count
      document.title = count > 0 ? `(${number}) ${title}` : title
      if (count === 0) region.replaceChildren()
      else tell(`${number} new ${count === 1 ? 'inquiry' : 'inquiries'}: `, list, count === 1 ? 'show it' : 'show them')
    }
    timer = setTimeout(ask, every)
  }

  document.addEventListener('visibilitychange', ask)
  timer = setTimeout(ask, every)
})()
