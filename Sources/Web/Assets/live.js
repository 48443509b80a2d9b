// News from the server. One stream a browser: the tab that holds the lock listens and passes news on, since
// six streams would use up the connections of HTTP/1.1 and the seventh tab would hang.
const channel = new BroadcastChannel("mantel");
const kinds = ["scan", "notice", "gift", "event"];

function tell({ kind, data }) {
  document.body.dispatchEvent(new CustomEvent(`mantel:${kind}`, { detail: data }));
  if (kind === "notice") document.querySelector("[data-bell]")?.classList.add("news");
}

channel.onmessage = (message) => tell(message.data);

navigator.locks?.request("mantel-stream", () => new Promise(() => {
  const stream = new EventSource(document.body.dataset.stream);
  for (const kind of kinds) {
    stream.addEventListener(kind, (event) => {
      const news = { kind, data: event.data };
      tell(news);
      channel.postMessage(news);
    });
  }
}));
